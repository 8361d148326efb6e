package io.github.readyourwrites.replica;

/**
 * Is told of lost writes, each lost GTID once per JVM. Called on a thread of the plugin, never on a read's; what it throws
 * is logged. Meant to be implemented by users; register it with {@link Servers#onLostWrite}.
 */
@FunctionalInterface
public interface LostWriteListener {

    /** Commits are lost. Must not block: fences of that primary wait for it. */
    void lost(LostWrite event);
}
