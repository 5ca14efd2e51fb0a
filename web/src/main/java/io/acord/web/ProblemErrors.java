package io.acord.web;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty refuses before anybody is asked, as problems too: bytes that are not HTTP, headers that are too long. */
final class ProblemErrors extends ErrorHandler {

    static final String TYPE = "application/problem+json";

    /** The path of a request that could not be parsed, as Jetty calls it. */
    private static final String NOT_PARSED = "/badMessage";

    private final WebApplication application;

    ProblemErrors(WebApplication application) {
        this.application = application;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int status,
            @Nullable String reason,
            @Nullable Throwable cause,
            Callback callback) {
        String asked = request.getHttpURI().getPath();
        String path = asked == null || asked.equals(NOT_PARSED) ? "" : asked;
        Problem problem = leadsNowhere(cause)
                ? new Problem(Problem.NO_SUCH_PLACE, application.directions(path))
                : problem(status, reason, path);
        response.setStatus(problem.kind().status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put(HttpHeader.CONNECTION, "close"); // Jetty does, and a client must not send more
        response.write(true, ByteBuffer.wrap(problem.json(path)), callback);
    }

    /** A path that goes up further than it came down is no path for Jetty; for us it is one where nothing is. */
    private static boolean leadsNowhere(@Nullable Throwable cause) {
        return cause != null
                && cause.getCause() instanceof IllegalArgumentException why
                && "Bad URI".equals(why.getMessage());
    }

    private Problem problem(int status, @Nullable String reason, String path) {
        if (status >= 500) {
            return Problem.ourFault(application.name());
        }
        if (status == 404) {
            return new Problem(Problem.NO_SUCH_PLACE, application.directions(path));
        }
        if ("No Host".equals(reason) || "Blank Host".equals(reason)) {
            return OwnNames.refuse(null);
        }
        String words = reason == null ? HttpStatus.getMessage(status) : reason;
        return new Problem(new Problem.Kind(status, "unreadable", Problem.UNREADABLE.title()), words);
    }
}
