package io.github.readyourwrites.it.http;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Accounts in a table: GET reads one and tells from where, POST sets one to 1, and answers in the way that its path names.
 * Thread-safe.
 */
final class AccountServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient ShardingSphereFixture fixture;

    /** For two requests that are under way at the same time. */
    private final transient CyclicBarrier both = new CyclicBarrier(2);

    /** For calls to other instances. */
    private transient volatile HttpClient client = HttpClient.newHttpClient();

    AccountServlet(ShardingSphereFixture fixture) {
        this.fixture = fixture;
    }

    void callBy(HttpClient value) {
        client = value;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            response.setContentType("text/plain");
            response.getWriter().print(read(id(request)));
        } catch (SQLException ex) {
            throw new ServletException(ex);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        int id = id(request);
        try {
            answer(request.getPathInfo(), id, request, response);
        } catch (SQLException | BrokenBarrierException | InterruptedException ex) {
            throw new ServletException(ex);
        }
    }

    private void answer(String way, int id, HttpServletRequest request, HttpServletResponse response)
            throws IOException, SQLException, BrokenBarrierException, InterruptedException {
        switch (way) {
            case "/plain" -> {
                write(id);
                response.getWriter().print("done");
            }
            case "/closed-before" -> {
                response.getWriter().print("done");
                response.getWriter().close();
                write(id);
            }
            case "/flushed-before" -> {
                response.flushBuffer();
                write(id);
            }
            case "/large" -> {
                write(id);
                response.getOutputStream().write(new byte[100_000]);
            }
            case "/redirection" -> {
                write(id);
                response.sendRedirect("/?id=" + id);
            }
            case "/error" -> {
                write(id);
                response.sendError(HttpServletResponse.SC_CONFLICT);
            }
            case "/exception" -> {
                write(id);
                throw new IllegalStateException("after the write");
            }
            case "/forward" -> forward(id, request, response);
            case "/together" -> {
                both.await();
                write(id);
                both.await();
                response.getWriter().print("done");
            }
            case "/async" -> {
                AsyncContext context = request.startAsync();
                context.start(() -> {
                    unchecked(id);
                    context.complete();
                });
            }
            case "/dispatch" -> dispatch(id, request, response);
            case "/call" -> response.getWriter().print(call(id, request.getParameter("to")));
            default -> throw new IllegalArgumentException(way);
        }
    }

    private void forward(int id, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() == DispatcherType.FORWARD) {
            response.getWriter().print("page");
            return;
        }
        try {
            request.getRequestDispatcher("/forward").forward(request, response);
        } catch (ServletException ex) {
            throw new IOException(ex);
        }
        unchecked(id);
    }

    private void dispatch(int id, HttpServletRequest request, HttpServletResponse response)
            throws IOException, SQLException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            write(id);
            response.getWriter().print("done");
        } else {
            request.startAsync().dispatch();
        }
    }

    /** Has another instance do it, and reads what that wrote. */
    private String call(int id, String to) throws IOException, SQLException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(to + "/plain?id=" + id))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        client.send(request, HttpResponse.BodyHandlers.discarding());
        return read(id);
    }

    private void unchecked(int id) {
        try {
            write(id);
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void write(int id) throws SQLException {
        fixture.execute("UPDATE web_account SET v = 1 WHERE id = " + id);
    }

    private String read(int id) throws SQLException {
        String value = fixture.query("SELECT v FROM web_account WHERE id = " + id);
        RouteDecision decision = RywSession.lastDecision().orElseThrow();
        return value + ' ' + decision.target() + ' ' + decision.reason();
    }

    private static int id(HttpServletRequest request) {
        return Integer.parseInt(request.getParameter("id"));
    }
}
