package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolSizeTest {

    private final HikariDataSource pool = new HikariDataSource();

    @Test
    void isWhatIsConfigured() {
        pool.setMaximumPoolSize(7);
        assertEquals(20, PoolSize.of("20", pool));
        assertEquals(20, PoolSize.of(20, pool));
    }

    @Test
    void isWhatThePoolSaysWhereNothingIsConfigured() {
        pool.setMaximumPoolSize(7);
        assertEquals(7, PoolSize.of(null, pool));
        assertEquals(7, PoolSize.of(-1, pool));
        assertEquals(7, PoolSize.of("many", pool));
    }

    @Test
    void isUnknownBeforeThePoolKnowsItself() {
        assertEquals(0, PoolSize.of(null, pool));
        assertEquals(0, PoolSize.of(-1, pool));
    }

    /** Also where the size is not known. */
    @ParameterizedTest
    @CsvSource({"0,5", "1,1", "7,3", "20,10"})
    void halfOfItIsForReadsThatFallBack(int size, int expected) {
        DataSource unused = pool;
        DataSourceDescriptor write =
                new DataSourceDescriptor("w", "jdbc:mysql://h/w", "", "", new Object(), unused, size);
        assertEquals(expected, GroupFixture.descriptor("g", write).concurrentFallbacks());
    }
}
