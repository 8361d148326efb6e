package io.github.readyourwrites.it.badinput;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A property that cannot be used: the message names key, value and what is allowed. */
@ExtendWith(SharedCluster.class)
class InvalidPropertyIT {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "consistency-levl: STRONG | unknown property 'consistency-levl' | 'consistency-level'",
                "max-lag-milliseconds: 10 | 'max-lag-milliseconds' has the value '10' | whole numbers from 100",
                "consistency-level: STRONGEST | 'consistency-level' has the value 'STRONGEST' | EVENTUAL, SESSION, INSTANCE, STRONG",
                "sessionless-scope: JVM | 'sessionless-scope' has the value 'JVM' | INSTANCE, THREAD, NONE",
                "on-wait-timeout: IGNORE | 'on-wait-timeout' has the value 'IGNORE' | PRIMARY, ERROR, STALE",
                "session-includes-sessionless: maybe | 'session-includes-sessionless' has the value 'maybe' | true, false",
                "wait-timeout-milliseconds: 300ms | 'wait-timeout-milliseconds' has the value '300ms' | whole numbers from 0 to 60000",
                "wait-timeout-milliseconds: -1 | 'wait-timeout-milliseconds' has the value '-1' | whole numbers from 0 to 60000",
                "on-all-lagging: STALE | 'on-all-lagging' has the value 'STALE' | PRIMARY, LEAST_LAGGED, ERROR",
                "probe-interval-milliseconds: 0 | 'probe-interval-milliseconds' has the value '0' | whole numbers from 10 to 60000",
                "probe-timeout-milliseconds: 60 | 'probe-timeout-milliseconds' has the value '60' | at least 200, twice the time between two looks",
                "token-ttl-milliseconds: 1.5 | 'token-ttl-milliseconds' has the value '1.5' | whole numbers from 1000",
                "load-balancer: NOBODY | 'load-balancer' has the value 'NOBODY' | ROUND_ROBIN",
                "monitor-username: m | 'monitor-username' and 'monitor-password' | together"
            })
    void isRefusedWithKeyValueAndRange(String property, String what, String allowed, MySqlCluster cluster) {
        ShardingSphereFixture.Builder builder = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(property);
        RefusedStart.assertRefusedEarly(builder, cluster, what, allowed);
    }
}
