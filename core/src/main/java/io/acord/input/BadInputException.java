package io.acord.input;

import java.util.List;
import java.util.stream.Collectors;

/** Input was refused. Carries every complaint, not only the first. */
public final class BadInputException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final Complaint[] complaints; // a list is not sure to be serializable

    public BadInputException(List<Complaint> complaints) {
        super(complaints.stream().map(Complaint::toString).collect(Collectors.joining("\n")));
        this.complaints = complaints.toArray(new Complaint[0]);
    }

    /** What was wrong, in the order in which it was found. */
    public List<Complaint> complaints() {
        return List.of(complaints);
    }
}
