package io.github.readyourwrites.prove;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the command line says.
 *
 * @param duration how long clients work
 * @param summary where the JSON goes; empty for nowhere
 */
record Settings(
        Duration duration, Strategy strategy, List<Fault> faults, long seed, int clients, int keys, String summary) {

    private static final String USAGE = """
            bin/prove [--minutes N | --seconds N] [--faults all|none|FAULT,…] [--strategy STRATEGY] [--seed N]
                      [--clients N] [--keys N] [--summary FILE]
              FAULT     %s
              STRATEGY  %s""".formatted(names(Fault.values()), names(Strategy.values()));

    static Settings parse(String... arguments) {
        Duration duration = Duration.ofMinutes(2);
        Strategy strategy = Strategy.READ_YOUR_WRITES;
        List<Fault> faults = List.of(Fault.values());
        long seed = 42;
        int clients = 8;
        int keys = 4;
        String summary = "";
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (i + 1 == arguments.length) {
                throw wrong(name + " has no value");
            }
            String value = arguments[i + 1];
            switch (name) {
                case "--minutes" -> duration = Duration.ofMinutes(number(name, value, 1, 1440));
                case "--seconds" -> duration = Duration.ofSeconds(number(name, value, 1, 86_400));
                case "--faults" -> faults = faults(value);
                case "--strategy" -> strategy = choice(name, value, Strategy.values());
                case "--seed" -> seed = number(name, value, 0, Integer.MAX_VALUE);
                case "--clients" -> clients = (int) number(name, value, 1, 200);
                case "--keys" -> keys = (int) number(name, value, 1, 10_000);
                case "--summary" -> summary = value;
                default -> throw wrong("there is no " + name);
            }
        }
        return new Settings(duration, strategy, faults, seed, clients, keys, summary);
    }

    private static List<Fault> faults(String value) {
        if (value.equalsIgnoreCase("all")) {
            return List.of(Fault.values());
        }
        List<Fault> result = new ArrayList<>();
        if (!value.equalsIgnoreCase("none")) {
            for (String each : value.split(",")) {
                result.add(choice("--faults", each.trim(), Fault.values()));
            }
        }
        return List.copyOf(result);
    }

    private static long number(String name, String value, long least, long most) {
        try {
            long result = Long.parseLong(value);
            if (result >= least && result <= most) {
                return result;
            }
        } catch (NumberFormatException ignored) {
            // told below
        }
        throw wrong(name + " is '" + value + "', allowed: " + least + " to " + most);
    }

    private static <E extends Enum<E>> E choice(String name, String value, E[] values) {
        return Arrays.stream(values)
                .filter(each -> each.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(() -> wrong(name + " has '" + value + "', allowed: " + names(values)));
    }

    private static String names(Enum<?>[] values) {
        return String.join(
                ", ",
                Arrays.stream(values)
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + "\n" + USAGE);
    }
}
