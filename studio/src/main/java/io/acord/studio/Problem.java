package io.acord.studio;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** Why a request is not answered as asked; sent as problem details (RFC 9457). */
final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What complaints call a scenario that came from the page. */
    static final String SCENARIO = "scenario.yaml";

    private static final Pattern LINE = Pattern.compile(Pattern.quote(SCENARIO) + ":(\\d{1,9})\\b.*", Pattern.DOTALL);

    private final int status;
    private final String title;
    private final Complaint[] complaints; // a list is not sure to be serializable

    Problem(int status, String title, String detail) {
        this(status, title, detail, List.of());
    }

    private Problem(int status, String title, String detail, List<Complaint> complaints) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
        this.complaints = complaints.toArray(new Complaint[0]);
    }

    static Problem of(BadInputException refused) {
        int count = refused.complaints().size();
        return new Problem(
                422,
                "This cannot be played",
                count == 1 ? "1 complaint; nothing was done." : count + " complaints; nothing was done.",
                refused.complaints());
    }

    static Problem unasked(String detail) {
        return new Problem(400, "The request cannot be read", detail);
    }

    static Problem missing(String detail) {
        return new Problem(404, "There is nothing here", detail);
    }

    int status() {
        return status;
    }

    /** The document that is sent. */
    byte[] json() {
        return Json.document(json -> {
            json.writeStringProperty("title", title);
            json.writeNumberProperty("status", status);
            json.writeStringProperty("detail", getMessage());
            writeComplaints(json, List.of(complaints));
        });
    }

    static void writeComplaints(JsonGenerator json, List<Complaint> complaints) {
        json.writeArrayPropertyStart("complaints");
        for (Complaint complaint : complaints) {
            json.writeStartObject();
            json.writeStringProperty("where", complaint.where());
            Matcher line = LINE.matcher(complaint.where());
            if (line.matches()) {
                json.writeNumberProperty("line", Integer.parseInt(line.group(1)));
            }
            json.writeStringProperty("found", complaint.found());
            json.writeStringProperty("needed", complaint.needed());
            json.writeStringProperty("fix", complaint.fix());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
