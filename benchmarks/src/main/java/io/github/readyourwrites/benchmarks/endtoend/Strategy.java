package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.apache.shardingsphere.infra.hint.HintManager;

/** What an application may do so that its users see what they wrote. */
enum Strategy {

    /** Nothing: ShardingSphere's own load balancer. */
    ROUND_ROBIN("nothing: stock ROUND_ROBIN") {
        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return Shop.read(shop.stock(), user);
        }
    },

    /** Every read goes to the primary. */
    PRIMARY_ONLY("every read on the primary") {
        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return readPrimary(shop, user);
        }
    },

    /** The recipe of the MySQL manual, see {@link Textbook}. */
    TEXTBOOK("WAIT_FOR_EXECUTED_GTID_SET") {
        @Override
        void write(Shop shop, User user) throws SQLException {
            Textbook.write(shop.stock(), user);
        }

        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return Textbook.read(shop.stock(), user);
        }
    },

    /** Reads go to the primary for three seconds after the user's last write. */
    STICKY("primary for 3 s after a write") {
        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            boolean sticks = user.wroteWithin(STICKY_NANOS);
            return sticks ? readPrimary(shop, user) : Shop.read(shop.stock(), user);
        }
    },

    /** The plugin with a session per user. */
    READ_YOUR_WRITES("plugin, SESSION") {
        @Override
        void write(Shop shop, User user) throws SQLException {
            writeInSession(shop.tracked(), user);
        }

        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return readInSession(shop.tracked(), user, ConsistencyLevel.SESSION);
        }
    },

    /** The plugin without the parameter in the primary's URL: it asks the primary before each read. */
    WITHOUT_TRACKER("plugin, no tracker") {
        @Override
        AutoCloseable begin(Shop shop) throws SQLException, IOException {
            return shop.openUntracked();
        }

        @Override
        void write(Shop shop, User user) throws SQLException {
            writeInSession(shop.untracked(), user);
        }

        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return readInSession(shop.untracked(), user, ConsistencyLevel.SESSION);
        }
    },

    /** The plugin; a read waits for nothing and may be stale. */
    EVENTUAL("plugin, EVENTUAL") {
        @Override
        void write(Shop shop, User user) throws SQLException {
            writeInSession(shop.tracked(), user);
        }

        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return readInSession(shop.tracked(), user, ConsistencyLevel.EVENTUAL);
        }
    },

    /** The plugin; a read sees whatever this JVM wrote. */
    INSTANCE("plugin, INSTANCE") {
        @Override
        void write(Shop shop, User user) throws SQLException {
            writeInSession(shop.tracked(), user);
        }

        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return readInSession(shop.tracked(), user, ConsistencyLevel.INSTANCE);
        }
    },

    /** The plugin; a read sees whatever anybody wrote before it. */
    STRONG("plugin, STRONG") {
        @Override
        void write(Shop shop, User user) throws SQLException {
            writeInSession(shop.tracked(), user);
        }

        @Override
        Shop.Answer read(Shop shop, User user) throws SQLException {
            return readInSession(shop.tracked(), user, ConsistencyLevel.STRONG);
        }
    };

    private static final long STICKY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String description;

    Strategy(String description) {
        this.description = description;
    }

    /** In a few words, for readers of the results. */
    String description() {
        return description;
    }

    /** Whether it is the plugin. */
    boolean isOurs() {
        return compareTo(READ_YOUR_WRITES) >= 0;
    }

    /** Opens what only this one needs, until the result is closed. */
    AutoCloseable begin(Shop shop) throws SQLException, IOException {
        return () -> {};
    }

    /** Adds one to the user's row. */
    void write(Shop shop, User user) throws SQLException {
        Shop.write(shop.stock(), user);
    }

    /** Reads the user's row. */
    abstract Shop.Answer read(Shop shop, User user) throws SQLException;

    static Shop.Answer readPrimary(Shop shop, User user) throws SQLException {
        try (HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            return Shop.read(shop.stock(), user);
        }
    }

    private static void writeInSession(ShopDataSource dataSource, User user) throws SQLException {
        try (RywSession ignored = RywSession.open(user.key())) {
            Shop.write(dataSource, user);
        }
    }

    private static Shop.Answer readInSession(ShopDataSource dataSource, User user, ConsistencyLevel level)
            throws SQLException {
        try (RywSession session = RywSession.open(user.key())) {
            session.require(level);
            return Shop.read(dataSource, user);
        }
    }
}
