package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Event;
import io.github.readyourwrites.prove.history.HistoryChecker;
import io.github.readyourwrites.prove.history.HistoryReader;
import io.github.readyourwrites.prove.history.Promises;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The program of {@code bin/prove}: exit code 0 if nothing was violated, 1 if something was, 2 if it could not run. */
public final class Proof {

    /** A replica may be judged by an observation that is as old as {@code probe-timeout-milliseconds}. */
    private static final Duration OBSERVATION_AGE = Duration.ofSeconds(1);

    /** Between a verdict on lost writes and its count a thread may have to wait for a processor. */
    private static final Duration REPORT_DELAY = Duration.ofSeconds(1);

    /** The members' names; sessions of the first never go back in time. */
    private static final List<String> NAMES = List.of("a", "b");

    private final Settings settings;

    private final Scene scene;

    private final Path folder;

    private Proof(Settings settings, Scene scene, Path folder) {
        this.settings = settings;
        this.scene = scene;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        if (Arguments.isHelpWanted(arguments)) {
            System.out.print(Arguments.help());
            return;
        }
        Settings settings;
        try {
            settings = Arguments.parse(arguments);
        } catch (IllegalArgumentException ex) {
            System.err.println(ex.getMessage());
            System.exit(2);
            return;
        }
        System.exit(report(settings));
    }

    private static int report(Settings settings) {
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            Summary summary = run(cluster, settings, () -> {});
            System.out.println(summary.toJson());
            System.out.println(summary.excerpts());
            Path file = settings.summary().toAbsolutePath();
            Files.createDirectories(file.getParent());
            Files.writeString(file, summary.toJson() + System.lineSeparator());
            return summary.isRight() ? 0 : 1;
        } catch (Exception ex) {
            ex.printStackTrace();
            return 2;
        }
    }

    /**
     * Runs the clients beside the faults and judges what they saw; the cluster is healed afterwards.
     *
     * @param beforeWork is run when all is open, before the clients begin
     */
    static Summary run(MySqlCluster cluster, Settings settings, Runnable beforeWork) throws Exception {
        Path folder = Files.createTempDirectory("ryw-prove-");
        try (Scene scene = Scene.over(cluster, settings.isStored(), folder)) {
            return new Proof(settings, scene, folder).run(beforeWork);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private Summary run(Runnable beforeWork) throws Exception {
        Registers.create(scene.cluster(), settings.keys());
        Crew crew = new Crew(plans(), folder);
        Map<Fault, Integer> turns;
        try (crew) {
            beforeWork.run();
            turns = work(crew);
            scene.heal();
            crew.settle();
        }
        List<Event> events = new ArrayList<>();
        for (Path each : crew.histories()) {
            events.addAll(HistoryReader.read(each));
        }
        Promises promises =
                new Promises(Set.of(NAMES.get(0)), Configuration.MAX_LAG.plus(OBSERVATION_AGE), REPORT_DELAY);
        return new Summary(
                settings,
                HistoryChecker.check(
                        events, promises, Registers.present(scene.cluster().primary(), settings.keys())),
                events,
                crew.counts(),
                turns);
    }

    private Map<Fault, Integer> work(Crew crew) throws Exception {
        List<Fault> ofRedis = settings.isStored() ? settings.faultsOfRedis() : List.of();
        long start = System.nanoTime();
        long end = start + settings.duration().toNanos();
        crew.begin(end);
        try (Nemesis servers = Nemesis.start(scene, settings.faultsOfServers(), Rhythm.OF_SERVERS, settings.seed());
                Nemesis redis = Nemesis.start(scene, ofRedis, Rhythm.OF_REDIS, settings.seed())) {
            new Progress(crew, List.of(servers, redis), start, end).tellUntilEnd();
            // They end what they are at, so that all of it counts, and tell here if they are broken.
            servers.close();
            redis.close();
            crew.awaitEnd();
            Map<Fault, Integer> result = new EnumMap<>(Fault.class);
            result.putAll(servers.turns());
            result.putAll(redis.turns());
            return result;
        }
    }

    private List<Plan> plans() {
        long epoch = System.nanoTime();
        Configuration configuration = new Configuration(scene, settings);
        List<Plan> result = new ArrayList<>();
        for (int i = 0; i < settings.jvms(); i++) {
            result.add(new Plan(
                    NAMES.get(i),
                    i,
                    settings.jvms(),
                    configuration.yaml(i == 0),
                    folder.resolve("history-" + NAMES.get(i)),
                    settings.strategy(),
                    settings.level(),
                    settings.isShared(),
                    settings.clients(),
                    settings.keys(),
                    settings.seed(),
                    Math.max(1, settings.readsPerSecond() / settings.jvms()),
                    epoch));
        }
        return result;
    }
}
