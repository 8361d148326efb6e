package io.github.readyourwrites.testcluster;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a MySQL server, as {@code mysqld --version} prints it. */
record ServerVersion(int major, int minor, int patch) implements Comparable<ServerVersion> {

    private static final Pattern PATTERN = Pattern.compile("Ver (\\d+)\\.(\\d+)\\.(\\d+)");
    private static final Comparator<ServerVersion> ORDER = Comparator.comparingInt(ServerVersion::major)
            .thenComparingInt(ServerVersion::minor)
            .thenComparingInt(ServerVersion::patch);

    static ServerVersion parse(String output) {
        Matcher matcher = PATTERN.matcher(output);
        if (!matcher.find()) {
            throw new MySqlClusterException("No version in the output of mysqld --version: " + output);
        }
        if (output.contains("MariaDB")) {
            throw new MySqlClusterException("This mysqld is MariaDB, whose GTIDs are of another kind: " + output
                    + "; name an installed MySQL in RYW_MYSQL_HOME or leave it unset");
        }
        return new ServerVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    boolean isAtLeast(int otherMajor, int otherMinor, int otherPatch) {
        return compareTo(new ServerVersion(otherMajor, otherMinor, otherPatch)) >= 0;
    }

    @Override
    public int compareTo(ServerVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
