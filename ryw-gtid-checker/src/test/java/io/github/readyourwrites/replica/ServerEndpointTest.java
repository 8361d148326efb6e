package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerEndpointTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://a:3306,b:3306/shop",
                "jdbc:mysql:replication://a:3306,b:3306/shop",
                "jdbc:mysql:replication://a:3306/shop",
                "jdbc:mysql:loadbalance://a:3306,b:3306/shop",
                "jdbc:mysql+srv://a/shop",
                "jdbc:mysql://address=(host=a)(port=1),address=(host=b)(port=2)/shop"
            })
    void urlOfSeveralServersIsRefused(String url) {
        Exception ex = assertThrows(IllegalArgumentException.class, () -> ServerEndpoint.parse(url, "u", "p"));
        assertTrue(
                String.valueOf(ex.getMessage()).contains("several servers; give each server a data source of its own"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:shop", "", "mysql://a"})
    void urlOfAnotherDatabaseIsRefused(String url) {
        Exception ex = assertThrows(IllegalArgumentException.class, () -> ServerEndpoint.parse(url, "u", "p"));
        assertTrue(String.valueOf(ex.getMessage()).startsWith("not a MySQL JDBC URL: "), ex.getMessage());
    }

    @Test
    void applicationSettingsDoNotMakeAnotherEndpoint() {
        ServerEndpoint plain = ServerEndpoint.parse("jdbc:mysql://A:3306/shop?sslMode=DISABLED", "u", "p");
        ServerEndpoint tracked = ServerEndpoint.parse(
                "jdbc:mysql://a/other?sslMode=DISABLED&queryInterceptors=x.Y&socketTimeout=5", "u", "p");
        assertEquals(plain, tracked);
        assertEquals(plain.hashCode(), tracked.hashCode());
        assertEquals(new ServerAddress("a", 3306), tracked.address());
    }

    @Test
    void accountAndTlsSettingsDo() {
        ServerEndpoint endpoint = ServerEndpoint.parse("jdbc:mysql://a/shop?sslMode=DISABLED", "u", "p");
        assertNotEquals(endpoint, ServerEndpoint.parse("jdbc:mysql://a/shop?sslMode=DISABLED", "v", "p"));
        assertNotEquals(endpoint, ServerEndpoint.parse("jdbc:mysql://a/shop?sslMode=REQUIRED", "u", "p"));
        assertNotEquals(endpoint, ServerEndpoint.parse("jdbc:mysql://b/shop?sslMode=DISABLED", "u", "p"));
    }

    @Test
    void urlsOwnAccountIsUsedWithoutAnother() {
        ServerEndpoint endpoint = ServerEndpoint.parse("jdbc:mysql://a/shop?user=app&password=secret", null, null);
        assertEquals("app", endpoint.username());
        assertFalse(endpoint.toString().contains("secret"));
    }
}
