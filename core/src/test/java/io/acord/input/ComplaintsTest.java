package io.acord.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

class ComplaintsTest {

    @Test
    void aComplaintReadsAsPlaceFindingNeedAndRepair() {
        Complaint complaint = new Complaint("cost.alpha", "is 0.0", "alpha > 0", "raise alpha").within("agents[4]");
        assertThat(complaint).hasToString("agents[4].cost.alpha is 0.0\n  needed: alpha > 0\n  fix: raise alpha");
    }

    @Test
    void aMillionBadLinesAreNotAMillionComplaints() {
        Complaints complaints = new Complaints();
        for (int line = 0; line < 1_000_000; line++) {
            complaints.needFinite("line " + line, Double.NaN, "correct it");
        }
        assertThat(complaints.size()).isEqualTo(1_000_000);
        BadInputException refused = catchThrowableOfType(BadInputException.class, complaints::throwIfAny);
        assertThat(refused.complaints()).hasSize(101);
        assertThat(refused).hasMessageContaining("and 999900 more were found");
    }

    @Test
    void whatIsFineIsNotComplainedAbout() {
        Complaints complaints = new Complaints();
        complaints.needFinite("a", -1e308, "");
        complaints.needPositive("b", Double.MIN_VALUE, "", "");
        complaints.needNonNegative("c", -0.0, "", "");
        assertThat(complaints.isEmpty()).isTrue();
        complaints.throwIfAny();
        complaints.needPositive("d", 0, "", "");
        complaints.needNonNegative("e", -Double.MIN_VALUE, "", "");
        assertThat(complaints.size()).isEqualTo(2);
    }

    @Test
    void complaintsSurviveAWire() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(wire)) {
            out.writeObject(Complaints.refuse("mu", "is 0", "more", "raise it"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(wire.toByteArray()))) {
            BadInputException received = (BadInputException) in.readObject();
            assertThat(received.complaints()).containsExactly(new Complaint("mu", "is 0", "more", "raise it"));
        }
    }

    @Test
    void complaintsOfAPartAreTakenOverWithItsPlace() {
        Complaints complaints = new Complaints();
        complaints.addAll("agents[7]", Complaints.refuse("mu", "is 0", "more", "raise it"));
        BadInputException refused = catchThrowableOfType(BadInputException.class, complaints::throwIfAny);
        assertThat(refused.complaints().get(0).where()).isEqualTo("agents[7].mu");
    }
}
