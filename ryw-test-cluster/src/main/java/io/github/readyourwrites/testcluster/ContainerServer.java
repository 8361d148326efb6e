package io.github.readyourwrites.testcluster;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;

/**
 * A server in a container, with the life of the official MySQL image. Its port on this machine is chosen by us, since
 * Docker would give it another one at each start.
 */
final class ContainerServer implements ServerHost, Startup.Starting {

    private static final int MYSQL_PORT = 3306;
    private static final String OPTION_FOLDER = "/etc/mysql/conf.d";
    private static final String OPTION_FILE = "ryw.cnf";
    private static final int LOG_LINES_SHOWN = 15;
    /** The image initialises its data at the first start. */
    private static final Duration START = Duration.ofMinutes(3);

    private final String name;
    private final ServerVersion version;
    private final int port;
    private final GenericContainer<?> container;
    private volatile ServerOptions options;
    private volatile boolean frozen;
    /** Whether there is a container, be it running or not; Testcontainers knows of running ones only. */
    private volatile boolean exists;

    ContainerServer(ContainerInstallation installation, String name, ServerOptions options) {
        this.name = name;
        this.options = options;
        version = installation.version();
        port = Workspace.get().ports().take();
        container = new GenericContainer<>(installation.image())
                .withNetwork(installation.network())
                .withNetworkAliases(name)
                .withEnv("MYSQL_ALLOW_EMPTY_PASSWORD", "yes")
                .withExposedPorts(MYSQL_PORT)
                .withCreateContainerCmdModifier(command -> {
                    HostConfig config = Objects.requireNonNullElseGet(command.getHostConfig(), HostConfig::new);
                    command.withHostConfig(
                            config.withPortBindings(PortBinding.parse("127.0.0.1:" + port + ":" + MYSQL_PORT)));
                })
                .waitingFor(new NoWait());
    }

    @Override
    public synchronized void begin() {
        container.withCopyToContainer(Transferable.of(options.toOptionFile(), 0644), OPTION_FOLDER + "/" + OPTION_FILE);
        container.start();
        exists = true;
        Startup.await(this, host(), port, START);
        try (Connection connection = Accounts.connectAsAdmin(Accounts.url(host(), port, ""), (int) START.toMillis());
                Statement statement = connection.createStatement()) {
            for (String each : Accounts.statements(version, "%")) {
                statement.execute(each);
            }
            statement.execute(new ReplicationStatements(version).resetHistory());
        } catch (SQLException ex) {
            throw new MySqlClusterException("Cannot create the accounts of " + name, ex);
        }
    }

    @Override
    public synchronized void restart() {
        if (!exists) {
            begin();
            return;
        }
        kill();
        docker().startContainerCmd(container.getContainerId()).exec();
        Startup.await(this, host(), port, START);
    }

    @Override
    public synchronized void kill() {
        if (!isRunning()) {
            return;
        }
        if (frozen) {
            thaw();
        }
        docker().killContainerCmd(container.getContainerId()).exec();
        while (isRunning()) {
            Waiting.pause(Duration.ofMillis(20));
        }
    }

    @Override
    public synchronized void freeze() {
        docker().pauseContainerCmd(container.getContainerId()).exec();
        frozen = true;
    }

    @Override
    public synchronized void thaw() {
        frozen = false;
        docker().unpauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public boolean isFrozen() {
        return frozen;
    }

    @Override
    public boolean isRunning() {
        return exists && Boolean.TRUE.equals(state().getRunning());
    }

    @Override
    public long pid() {
        return Objects.requireNonNullElse(state().getPidLong(), 0L);
    }

    @Override
    public String host() {
        return container.getHost();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String innerHost() {
        return name;
    }

    @Override
    public int innerPort() {
        return MYSQL_PORT;
    }

    @Override
    public boolean usesGtids() {
        return options.usesGtids();
    }

    @Override
    public synchronized void configure(String name, String value) {
        options = options.with(name, value);
        if (exists) {
            copyOptionFile();
        }
    }

    @Override
    public synchronized void wipe() {
        kill();
        // Removes the container and the volume that holds its data.
        exists = false;
        container.stop();
    }

    @Override
    public void seedFrom(ServerHost other) {
        throw refusal("Copying the data of another server");
    }

    @Override
    public void saveState() {
        throw refusal("Saving its state");
    }

    @Override
    public void restoreState() {
        throw refusal("Restarting behind");
    }

    @Override
    public synchronized void end() {
        if (frozen) {
            thaw();
        }
        exists = false;
        container.stop();
        Workspace.get().ports().giveBack(port);
    }

    @Override
    public boolean failedOnPort() {
        return false;
    }

    @Override
    public String lastLogLines() {
        return LastLines.of(container.getLogs(), LOG_LINES_SHOWN);
    }

    @Override
    public boolean isThisServer(Connection connection) {
        // Docker has given the port to nobody else.
        return true;
    }

    private void copyOptionFile() {
        Path folder = Workspace.get().newFolder("options");
        try {
            Files.createDirectories(folder);
            Path file = Files.writeString(folder.resolve(OPTION_FILE), options.toOptionFile());
            docker().copyArchiveToContainerCmd(container.getContainerId())
                    .withHostResource(file.toString())
                    .withRemotePath(OPTION_FOLDER)
                    .exec();
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot write the options of " + name, ex);
        } finally {
            Folders.delete(folder);
        }
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }

    private ContainerState state() {
        return docker().inspectContainerCmd(container.getContainerId()).exec().getState();
    }

    private MySqlClusterException refusal(String action) {
        return new MySqlClusterException(action + " is not possible for " + name
                + ", which runs in a container; use the" + " bundled MySQL or one named by " + MySqlChoice.HOME_KEY);
    }

    /** Returns as soon as the container runs; whether the server answers is found out over JDBC. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            // Nothing to wait for.
        }
    }
}
