package io.github.readyourwrites.prove.history;

/**
 * The plugin of one JVM said that writes are lost. From then on its reads need not see what a failover has lost before.
 *
 * @param transactions how many
 */
public record LossReport(String instance, long transactions, long begin) implements Event {

    @Override
    public long end() {
        return begin;
    }
}
