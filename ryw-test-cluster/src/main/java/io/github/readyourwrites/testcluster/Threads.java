package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Looks at the threads of another process. */
final class Threads {

    private Threads() {}

    /**
     * Whether every thread of a process has been stopped by a signal, or is gone.
     *
     * <p>Source: proc(5), {@code /proc/pid/stat}, states T (stopped), Z and X (dead). Where there is no such file system, {@code ps} tells the state
     * of the process as a whole.
     */
    static boolean stand(long pid) {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return Shell.run(Map.of(), "ps", "-o", "state=", "-p", Long.toString(pid))
                    .output()
                    .startsWith("T");
        }
        try (Stream<Path> each = Files.list(tasks)) {
            List<Path> all = each.toList();
            return all.stream().allMatch(task -> stands(task.resolve("stat")));
        } catch (NoSuchFileException ignored) {
            return true;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot look at the threads of process " + pid, ex);
        }
    }

    private static boolean stands(Path stat) {
        try {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            // The name, in parentheses, may hold anything; the state follows it.
            return "TZX".indexOf(text.charAt(text.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException ignored) {
            return true;
        }
    }
}
