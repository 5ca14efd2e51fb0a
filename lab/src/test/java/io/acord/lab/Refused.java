package io.acord.lab;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.util.List;

/** What is complained about in input that has to be refused. */
public final class Refused {

    private Refused() {}

    public static List<Complaint> complaints(Runnable reading) {
        try {
            reading.run();
        } catch (BadInputException refused) {
            return refused.complaints();
        }
        throw new AssertionError("nobody complained");
    }
}
