package io.github.readyourwrites.loadbalance;

import java.util.ArrayList;
import java.util.List;

/** Collects the findings of one group, so that checks say only what and how to mend it. Not thread-safe. */
final class GroupFindings {

    private final String where;

    private final List<Finding> findings = new ArrayList<>();

    GroupFindings(GroupDescriptor descriptor) {
        where = "Group `" + descriptor.name() + "`";
    }

    void refuse(String place, String what, String remedy) {
        add(Severity.REFUSAL, place, what, remedy);
    }

    void warn(String place, String what, String remedy) {
        add(Severity.WARNING, place, what, remedy);
    }

    void note(String place, String what, String remedy) {
        add(Severity.NOTE, place, what, remedy);
    }

    private void add(Severity severity, String place, String what, String remedy) {
        findings.add(new Finding(severity, where, List.of(place), what, remedy));
    }

    List<Finding> list() {
        return List.copyOf(findings);
    }
}
