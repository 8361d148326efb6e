package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicationStatementsTest {

    private final ReplicationStatements old = new ReplicationStatements(new ServerVersion(8, 0, 22));
    private final ReplicationStatements middle = new ReplicationStatements(new ServerVersion(8, 0, 23));
    private final ReplicationStatements recent = new ReplicationStatements(new ServerVersion(8, 4, 0));

    @Test
    void speaksOfSlaveAndMasterBefore8023() {
        assertEquals("STOP SLAVE SQL_THREAD", old.stopApplier());
        assertEquals("START SLAVE SQL_THREAD", old.startApplier());
        assertEquals("STOP SLAVE IO_THREAD", old.stopLink());
        assertEquals("START SLAVE IO_THREAD", old.startLink());
        assertEquals("SHOW SLAVE STATUS", old.status());
        assertEquals("Slave_IO_Running", old.column("Replica_IO_Running"));
        assertEquals("Exec_Master_Log_Pos", old.column("Exec_Source_Log_Pos"));
        assertEquals("CHANGE MASTER TO MASTER_DELAY=5", old.delay(5));
        assertEquals(
                "CHANGE MASTER TO MASTER_HOST='h', MASTER_PORT=1, MASTER_USER='repl', MASTER_PASSWORD='repl',"
                        + " MASTER_CONNECT_RETRY=1, MASTER_RETRY_COUNT=86400, MASTER_AUTO_POSITION=1",
                old.follow("h", 1));
    }

    @Test
    void speaksOfReplicaAndSourceFrom8023() {
        assertEquals("STOP REPLICA SQL_THREAD", middle.stopApplier());
        assertEquals("START REPLICA SQL_THREAD", middle.startApplier());
        assertEquals("STOP REPLICA IO_THREAD", middle.stopLink());
        assertEquals("START REPLICA IO_THREAD", middle.startLink());
        assertEquals("SHOW REPLICA STATUS", middle.status());
        assertEquals("Replica_IO_Running", middle.column("Replica_IO_Running"));
        assertEquals("Exec_Source_Log_Pos", middle.column("Exec_Source_Log_Pos"));
        assertEquals("CHANGE REPLICATION SOURCE TO SOURCE_DELAY=5", middle.delay(5));
        assertEquals(
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST='h', SOURCE_PORT=1, SOURCE_USER='repl',"
                        + " SOURCE_PASSWORD='repl', SOURCE_CONNECT_RETRY=1, SOURCE_RETRY_COUNT=86400,"
                        + " GET_SOURCE_PUBLIC_KEY=1, SOURCE_LOG_FILE='b.1', SOURCE_LOG_POS=4",
                middle.followFromStart("h", 1, "b.1"));
    }

    @Test
    void givesUpMasterForTheBinaryLogIn84() {
        assertEquals("RESET MASTER", middle.resetHistory());
        assertEquals("SHOW MASTER STATUS", middle.logPosition());
        assertEquals("RESET BINARY LOGS AND GTIDS", recent.resetHistory());
        assertEquals("SHOW BINARY LOG STATUS", recent.logPosition());
    }

    @ParameterizedTest
    @CsvSource({
        "5, 7, 22, SHOW SLAVE STATUS, RESET SLAVE ALL, RESET MASTER, SHOW MASTER STATUS",
        "8, 0, 15, SHOW SLAVE STATUS, RESET SLAVE ALL, RESET MASTER, SHOW MASTER STATUS",
        "8, 0, 43, SHOW REPLICA STATUS, RESET REPLICA ALL, RESET MASTER, SHOW MASTER STATUS",
        "8, 4, 6, SHOW REPLICA STATUS, RESET REPLICA ALL, RESET BINARY LOGS AND GTIDS, SHOW BINARY LOG STATUS",
        "9, 7, 4, SHOW REPLICA STATUS, RESET REPLICA ALL, RESET BINARY LOGS AND GTIDS, SHOW BINARY LOG STATUS"
    })
    void speaksTheWordsOfEachVersion(
            int major, int minor, int patch, String status, String unfollow, String resetHistory, String logPosition) {
        ReplicationStatements statements = new ReplicationStatements(new ServerVersion(major, minor, patch));
        assertEquals(status, statements.status());
        assertEquals(unfollow, statements.unfollow());
        assertEquals(resetHistory, statements.resetHistory());
        assertEquals(logPosition, statements.logPosition());
    }
}
