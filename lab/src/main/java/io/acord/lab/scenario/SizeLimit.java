package io.acord.lab.scenario;

import io.acord.input.Complaint;
import io.acord.lab.source.CostSource;
import java.util.Optional;

/** How large a run somebody has room for. */
@FunctionalInterface
public interface SizeLimit {

    /** Room for any that a scenario may ask for. */
    SizeLimit ANY = (size, algorithms) -> Optional.empty();

    /**
     * What is wrong with a size; empty if there is room. It is asked as soon as the size is known, before anything that
     * large is drawn.
     *
     * @param algorithms how many policies will play
     */
    Optional<Complaint> complaint(CostSource.Size size, int algorithms);
}
