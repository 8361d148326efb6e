package io.github.readyourwrites.prove;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The command line. */
final class Arguments {

    private static final List<String> NAMES = List.of(
            "--minutes",
            "--seconds",
            "--strategy",
            "--level",
            "--faults",
            "--seed",
            "--jvms",
            "--clients",
            "--keys",
            "--reads-per-second",
            "--summary");

    private final Map<String, String> values = new TreeMap<>();

    private Arguments(String... arguments) {
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!NAMES.contains(name)) {
                throw wrong("There is no option " + name + "; there are " + String.join(", ", NAMES));
            }
            if (i + 1 == arguments.length || arguments[i + 1].startsWith("--")) {
                throw wrong(name + " has no value; write it behind, as in " + name + " VALUE");
            }
            if (values.put(name, arguments[i + 1]) != null) {
                throw wrong(name + " is there twice; leave one of them out");
            }
        }
    }

    static boolean isHelpWanted(String... arguments) {
        return Arrays.asList(arguments).contains("--help");
    }

    static String help() {
        return """
                bin/prove: sessions under faults on a real cluster, and a checker of what they saw (docs/proof.md)

                  --minutes N | --seconds N   how long clients work; 2 minutes
                  --strategy STRATEGY         %s
                  --level LEVEL               consistency-level of the rule: %s
                  --faults all|none|LIST      separated by commas: %s
                  --seed N                    repeats the faults and the clients' choices; 42
                  --jvms 1|2                  two share their sessions by a Redis; 2
                  --clients N                 threads of each JVM; 12
                  --keys N                    rows that all of them fight for; 4
                  --reads-per-second N        of all JVMs together, at most; 500
                  --summary FILE              for the JSON; target/prove.json

                Exit code 0: nothing was violated, 1: something was, 2: the run could not be made.
                """.formatted(names(Strategy.values()), names(ConsistencyLevel.values()), names(Fault.values()));
    }

    /**
     * What the command line asks for.
     *
     * @throws IllegalArgumentException with a message that names the option and what is allowed
     */
    static Settings parse(String... arguments) {
        return new Arguments(arguments).settings();
    }

    private Settings settings() {
        int jvms = (int) number("--jvms", 2, 1, 2);
        List<Fault> faults = faults(jvms);
        return new Settings(
                duration(),
                choice("--strategy", Strategy.READ_YOUR_WRITES, Strategy::valueOf, Strategy.values()),
                choice("--level", ConsistencyLevel.SESSION, ConsistencyLevel::valueOf, ConsistencyLevel.values()),
                faults,
                number("--seed", 42, 0, Integer.MAX_VALUE),
                jvms,
                (int) number("--clients", 12, 1, 200),
                (int) number("--keys", 4, 1, 10_000),
                (int) number("--reads-per-second", 500, 1, 1_000_000),
                Path.of(values.getOrDefault("--summary", "target/prove.json")));
    }

    private Duration duration() {
        if (!values.containsKey("--seconds")) {
            return Duration.ofMinutes(number("--minutes", 2, 1, 1440));
        }
        if (values.containsKey("--minutes")) {
            throw wrong("--minutes and --seconds are both there; leave one of them out");
        }
        return Duration.ofSeconds(number("--seconds", 0, 1, 86_400));
    }

    private List<Fault> faults(int jvms) {
        String value = values.getOrDefault("--faults", "all");
        if (value.equalsIgnoreCase("none")) {
            return List.of();
        }
        if (value.equalsIgnoreCase("all")) {
            return Arrays.stream(Fault.values())
                    .filter(each -> jvms > 1 || !each.isOfRedis())
                    .toList();
        }
        List<Fault> result = Arrays.stream(value.split(",", -1))
                .map(each -> choice("--faults", each.trim(), Fault::valueOf, Fault.values()))
                .distinct()
                .toList();
        if (jvms == 1 && result.stream().anyMatch(Fault::isOfRedis)) {
            throw wrong("--faults has one of Redis, which is there with --jvms 2 only; leave out one or the other");
        }
        return result;
    }

    private long number(String name, long otherwise, long least, long most) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            long result = Long.parseLong(value);
            if (result >= least && result <= most) {
                return result;
            }
        } catch (NumberFormatException ignored) {
            // told below
        }
        throw wrong(name + " is '" + value + "'; allowed is a whole number from " + least + " to " + most);
    }

    private <E extends Enum<E>> E choice(String name, E otherwise, Function<String, E> find, E[] all) {
        String value = values.get(name);
        return value == null ? otherwise : choice(name, value, find, all);
    }

    private static <E extends Enum<E>> E choice(String name, String value, Function<String, E> find, E[] all) {
        try {
            return find.apply(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException ignored) {
            throw wrong(name + " has '" + value + "'; allowed: " + names(all));
        }
    }

    private static String names(Enum<?>[] values) {
        return String.join(", ", Arrays.stream(values).map(Enum::name).toList());
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + ". bin/prove --help tells all options.");
    }
}
