package io.github.readyourwrites.testcluster;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;

/** An image of MySQL, and the network of one cluster. The only class that needs Testcontainers beside its server. */
record ContainerInstallation(DockerImageName image, ServerVersion version, Network network) implements Installation {

    /**
     * Pulls the image where that is necessary and asks it for its version.
     *
     * @param image an image that takes the environment variables of the official one, such as {@code mysql:8.4}
     * @throws MySqlClusterException where Docker or Testcontainers is missing
     */
    static ContainerInstallation of(String image) {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                throw new MySqlClusterException("Docker does not run here, so there is no " + image + "; leave "
                        + MySqlChoice.IMAGE_KEY + " unset to use the bundled MySQL");
            }
            DockerImageName name = DockerImageName.parse(image);
            return new ContainerInstallation(name, versionOf(name), Network.newNetwork());
        } catch (NoClassDefFoundError ex) {
            throw new MySqlClusterException(
                    "Images need Testcontainers: org.testcontainers:testcontainers must be on the classpath", ex);
        }
    }

    @Override
    public ServerHost newServer(String name, ServerOptions options) {
        return new ContainerServer(this, name, options);
    }

    @Override
    public void close() {
        network.close();
    }

    private static ServerVersion versionOf(DockerImageName image) {
        try (GenericContainer<?> container = new GenericContainer<>(image)
                .withCommand("mysqld", "--version")
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy())) {
            container.start();
            return ServerVersion.parse(container.getLogs());
        }
    }
}
