package io.github.readyourwrites.it.http;

import io.github.readyourwrites.http.RywFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.jspecify.annotations.Nullable;

/** One instance of a web application: an embedded Tomcat with one servlet, and a filter before it or not. */
final class WebInstance implements AutoCloseable {

    /** Kept, or its level would be forgotten. */
    private static final Logger TOMCAT_LOGGER = Logger.getLogger("org.apache");

    static {
        TOMCAT_LOGGER.setLevel(Level.OFF);
    }

    private final Tomcat tomcat = new Tomcat();

    private final Path folder;

    private WebInstance(HttpServlet servlet, @Nullable RywFilter filter) throws IOException, LifecycleException {
        folder = Files.createTempDirectory("ryw-tomcat-");
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        StandardContext context = (StandardContext) tomcat.addContext("", folder.toString());
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
        Wrapper wrapper = Tomcat.addServlet(context, "account", servlet);
        wrapper.setAsyncSupported(true);
        context.addServletMapping("/*", "account");
        ErrorPage errorPage = new ErrorPage();
        errorPage.setErrorCode(500);
        errorPage.setLocation("/failed");
        context.addErrorPage(errorPage);
        if (filter != null) {
            addFilter(context, filter);
        }
        tomcat.start();
    }

    static WebInstance start(HttpServlet servlet, @Nullable RywFilter filter) throws IOException, LifecycleException {
        return new WebInstance(servlet, filter);
    }

    private static void addFilter(StandardContext context, RywFilter filter) {
        FilterDef definition = new FilterDef();
        definition.setFilterName("ryw");
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap mapping = new FilterMap();
        mapping.setFilterName("ryw");
        mapping.addURLPattern("/*");
        mapping.setDispatcher(DispatcherType.REQUEST.name());
        mapping.setDispatcher(DispatcherType.ASYNC.name());
        mapping.setDispatcher(DispatcherType.ERROR.name());
        context.addFilterMap(mapping);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path);
    }

    @Override
    public void close() throws LifecycleException, IOException {
        tomcat.stop();
        tomcat.destroy();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(WebInstance::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
