package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class GtidSetAllocationTest {

    private static final int CALLS = 20_000;

    @Test
    void containsAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeTrue(threads.isThreadAllocatedMemorySupported(), "this JVM does not count allocation by thread");
        GtidSet executed =
                GtidSet.parse("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:1-5:7-900:t:1-9,b0000000-0000-0000-0000-0000000000"
                        + "0b:1-500:700");
        GtidSet floor = GtidSet.parse(
                "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:3:800:t:4," + "b0000000-0000-0000-0000-00000000000b:400:700");
        assertEquals(CALLS, countContained(executed, floor));

        long before = threads.getCurrentThreadAllocatedBytes();
        int contained = countContained(executed, floor);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertEquals(CALLS, contained);
        assertTrue(allocated < CALLS, () -> "allocated " + allocated + " bytes in " + CALLS + " calls");
    }

    private static int countContained(GtidSet executed, GtidSet floor) {
        int result = 0;
        for (int i = 0; i < CALLS; i++) {
            result += executed.contains(floor) ? 1 : 0;
        }
        return result;
    }
}
