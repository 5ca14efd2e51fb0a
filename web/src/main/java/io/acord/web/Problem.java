package io.acord.web;

import io.acord.input.Complaint;
import java.io.Serializable;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Why a request is not answered as asked; sent as problem details (RFC 9457). */
public final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * What kind of problem it is: programs tell them apart by the type.
     *
     * @param word the end of the type, {@code bad-round}
     */
    public record Kind(int status, String word, String title) implements Serializable {

        private static final long serialVersionUID = 1L;

        public String type() {
            return "urn:acord:problem:" + word;
        }
    }

    /** The body is not what a request has there. */
    public static final Kind UNREADABLE = new Kind(400, "unreadable", "The request cannot be read");

    public static final Kind TOKEN_NEEDED = new Kind(401, "token-needed", "A token is needed");

    public static final Kind ANOTHER_PAGE = new Kind(403, "another-page", "Another page asks");

    public static final Kind NO_SUCH_PLACE = new Kind(404, "no-such-place", "There is nothing here");

    public static final Kind WRONG_METHOD = new Kind(405, "wrong-method", "This cannot be done here");

    public static final Kind TOO_SLOW = new Kind(408, "too-slow", "The request did not arrive in time");

    public static final Kind TOO_LARGE = new Kind(413, "too-large", "The body is too large");

    public static final Kind WRONG_CONTENT_TYPE =
            new Kind(415, "wrong-content-type", "The body is not declared as JSON");

    public static final Kind NOT_OURS = new Kind(421, "not-ours", "This is not the host that was asked for");

    public static final Kind NO_ROOM = new Kind(503, "no-room", "There is no room for the body at the moment");

    private final Kind kind;
    private final @Nullable String document; // what is complained of; null if it is the body itself
    private final Complaint[] complaints; // a list is not sure to be serializable

    public Problem(Kind kind, String detail) {
        this(kind, detail, null, List.of());
    }

    private Problem(Kind kind, String detail, @Nullable String document, List<Complaint> complaints) {
        super(detail, null, false, false);
        this.kind = kind;
        this.document = document;
        this.complaints = complaints.toArray(new Complaint[0]);
    }

    /** With complaints of the body; their places are JSON pointers into it. They are sent as {@code errors}. */
    public static Problem ofBody(Kind kind, String detail, List<Complaint> complaints) {
        return new Problem(kind, detail, null, complaints);
    }

    /**
     * With complaints of a document that the body brings; their places are its lines and keys. They are sent as
     * {@code complaints}.
     *
     * @param document how the complaints call it: {@code scenario.yaml}
     */
    public static Problem ofDocument(Kind kind, String detail, String document, List<Complaint> complaints) {
        return new Problem(kind, detail, document, complaints);
    }

    /** A bug of ours; what is wrong is in the log, and not sent. */
    static Problem ourFault(String server) {
        return new Problem(ourFaultOf(server), "Its own log says more. Nothing was changed.");
    }

    /** The kind of a bug of ours. */
    public static Kind ourFaultOf(String server) {
        return new Kind(500, "our-fault", "Something is wrong with the " + server);
    }

    public Kind kind() {
        return kind;
    }

    /**
     * The document that is sent.
     *
     * @param instance the path that was asked for; empty if it is not known
     */
    public byte[] json(String instance) {
        return JsonDocument.object(json -> {
            json.writeStringProperty("type", kind.type());
            json.writeStringProperty("title", kind.title());
            json.writeNumberProperty("status", kind.status());
            json.writeStringProperty("detail", getMessage());
            if (!instance.isEmpty()) {
                json.writeStringProperty("instance", instance);
            }
            if (document != null) {
                writeComplaints(json, document, List.of(complaints));
            } else if (complaints.length > 0) {
                writeErrors(json);
            }
        });
    }

    private void writeErrors(JsonGenerator json) {
        JsonDocument.objects(json, "errors", List.of(complaints), complaint -> {
            json.writeStringProperty("pointer", complaint.where());
            json.writeStringProperty("detail", complaint.found());
            json.writeStringProperty("needed", complaint.needed());
            json.writeStringProperty("fix", complaint.fix());
        });
    }

    /** Complaints of a document, with its line as a number where they name one: {@code scenario.yaml:3: agents}. */
    public static void writeComplaints(JsonGenerator json, String document, List<Complaint> complaints) {
        Pattern ofLine = Pattern.compile(Pattern.quote(document) + ":(\\d{1,9})\\b.*", Pattern.DOTALL);
        JsonDocument.objects(json, "complaints", complaints, complaint -> {
            json.writeStringProperty("where", complaint.where());
            Matcher line = ofLine.matcher(complaint.where());
            if (line.matches()) {
                json.writeNumberProperty("line", Integer.parseInt(line.group(1)));
            }
            json.writeStringProperty("found", complaint.found());
            json.writeStringProperty("needed", complaint.needed());
            json.writeStringProperty("fix", complaint.fix());
        });
    }
}
