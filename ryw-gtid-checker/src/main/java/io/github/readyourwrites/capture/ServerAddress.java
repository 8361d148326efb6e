package io.github.readyourwrites.capture;

import com.mysql.cj.conf.HostInfo;
import java.util.Locale;

/**
 * Host and port of a MySQL server as a connection was given them. Two spellings of one server (a name and its address)
 * are two values: who needs the physical server compares {@code server_uuid}.
 *
 * @param host host name or address, in lower case
 * @param port TCP port
 */
public record ServerAddress(String host, int port) {

    /** Lower-cases the host, since host names do not distinguish case. */
    public ServerAddress {
        host = host.toLowerCase(Locale.ROOT);
    }

    /** The address that Connector/J used for one physical connection. */
    public static ServerAddress of(HostInfo hostInfo) {
        return new ServerAddress(hostInfo.getHost(), hostInfo.getPort());
    }

    /** {@code host:port}. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
