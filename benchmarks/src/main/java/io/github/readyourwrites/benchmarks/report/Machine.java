package io.github.readyourwrites.benchmarks.report;

import com.mysql.cj.Constants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.apache.shardingsphere.infra.autogen.version.ShardingSphereVersion;

/** What results were measured on. */
public final class Machine {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** Date, processors and versions in one line, without MySQL's. */
    public static String describe() {
        return LocalDate.now(ZoneOffset.UTC) + ", " + Runtime.getRuntime().availableProcessors() + " × " + processor()
                + ", " + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", Java "
                + Runtime.version() + ", ShardingSphere " + ShardingSphereVersion.VERSION + ", Connector/J "
                + Constants.CJ_VERSION;
    }

    private static String processor() {
        try {
            return Files.readAllLines(PROCESSORS).stream()
                    .filter(each -> each.startsWith("model name"))
                    .map(each -> each.substring(each.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException ignored) {
            return System.getProperty("os.arch");
        }
    }
}
