package io.github.readyourwrites.session;

import com.alibaba.ttl.TransmittableThreadLocal.Transmitter.Transmittee;
import org.jspecify.annotations.Nullable;

/**
 * Lets TransmittableThreadLocal carry {@link ThreadState} with every task that it carries: those of wrapped executors and
 * those of ShardingSphere's own one. A task has its own last decision and leaves that of the thread it ran on alone.
 */
final class TaskTransmittee implements Transmittee<ThreadState, TaskTransmittee.Backup> {

    @Override
    public ThreadState capture() {
        return ThreadState.capture();
    }

    @Override
    public Backup replay(ThreadState captured) {
        ThreadScope scope = ThreadScope.current();
        Backup result = new Backup(ThreadState.ofThread(), scope.lastDecision());
        scope.decided(null);
        captured.carry();
        return result;
    }

    @Override
    public Backup clear() {
        return replay(ThreadState.nothing());
    }

    @Override
    public void restore(Backup backup) {
        backup.state.restore();
        ThreadScope.current().decided(backup.decision);
    }

    record Backup(ThreadState state, @Nullable RouteDecision decision) {}
}
