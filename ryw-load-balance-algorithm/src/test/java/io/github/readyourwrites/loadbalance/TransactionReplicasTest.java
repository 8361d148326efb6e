package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TransactionReplicasTest {

    @Test
    void keepsOneReplicaPerGroup() {
        @Nullable String replicas = TransactionReplicas.put(null, "g", "a");
        replicas = TransactionReplicas.put(replicas, "g_0", "b");
        replicas = TransactionReplicas.put(replicas, "g", "c");
        assertEquals("c", TransactionReplicas.get(replicas, "g"));
        assertEquals("b", TransactionReplicas.get(replicas, "g_0"));
        assertNull(TransactionReplicas.get(replicas, "b"));
    }

    @Test
    void forgetsAReplica() {
        @Nullable String replicas = TransactionReplicas.put(TransactionReplicas.put(null, "g", "a"), "h", "b");
        replicas = TransactionReplicas.put(replicas, "g", null);
        assertNull(TransactionReplicas.get(replicas, "g"));
        assertEquals("b", TransactionReplicas.get(replicas, "h"));
        assertNull(TransactionReplicas.put(replicas, "h", null));
    }

    @Test
    void isNothingAtFirst() {
        assertNull(TransactionReplicas.get(null, "g"));
        assertNull(TransactionReplicas.put(null, "g", null));
    }
}
