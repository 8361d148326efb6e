package io.github.readyourwrites.loadbalance;

import static java.util.Objects.requireNonNull;

/** The account that monitor connections use instead of the data source's own. Never prints the password. */
record MonitorAccount(String username, String password) {
    MonitorAccount {
        requireNonNull(username, "username");
        requireNonNull(password, "password");
    }

    @Override
    public String toString() {
        return "MonitorAccount[" + username + "]";
    }
}
