package io.acord.service;

import io.acord.input.Complaint;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Why a request is not answered as asked; sent as problem details (RFC 9457). */
final class Problem extends Exception {

    private static final long serialVersionUID = 1L;

    /** What kind of problem it is: programs tell them apart by the type. */
    enum Kind {
        BAD_ROUND(400, "The round cannot be decided"),
        NO_SUCH_PLACE(404, "There is nothing here"),
        NOT_YET(404, "The round has not been decided"),
        WRONG_METHOD(405, "This cannot be done here"),
        DECIDED_OTHERWISE(409, "The round was decided with another body"),
        OUT_OF_TURN(409, "The rounds before come first"),
        TOO_LARGE(413, "The body is too large"),
        WRONG_CONTENT_TYPE(415, "The body is not declared as JSON"),
        NOT_OURS(421, "This is not the host that was asked for"),
        OUR_FAULT(500, "Something is wrong with the service"),
        CANNOT_WRITE(507, "The decision could not be written to disk"),
        OUT_OF_SERVICE(503, "The service has to be restarted");

        private final int status;
        private final String title;

        Kind(int status, String title) {
            this.status = status;
            this.title = title;
        }

        int status() {
            return status;
        }

        String type() {
            return "urn:acord:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Kind kind;
    private final Complaint[] complaints; // a list is not sure to be serializable

    Problem(Kind kind, String detail) {
        this(kind, detail, List.of());
    }

    /** With complaints whose places are JSON pointers into the body. */
    Problem(Kind kind, String detail, List<Complaint> complaints) {
        super(detail, null, false, false);
        this.kind = kind;
        this.complaints = complaints.toArray(new Complaint[0]);
    }

    Kind kind() {
        return kind;
    }

    /** The document that is sent. */
    byte[] json(String instance) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("type", kind.type());
            json.writeStringProperty("title", kind.title);
            json.writeNumberProperty("status", kind.status());
            json.writeStringProperty("detail", getMessage());
            json.writeStringProperty("instance", instance);
            if (complaints.length > 0) {
                json.writeArrayPropertyStart("errors");
                for (Complaint complaint : complaints) {
                    json.writeStartObject();
                    json.writeStringProperty("pointer", complaint.where());
                    json.writeStringProperty("detail", complaint.found());
                    json.writeStringProperty("needed", complaint.needed());
                    json.writeStringProperty("fix", complaint.fix());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
