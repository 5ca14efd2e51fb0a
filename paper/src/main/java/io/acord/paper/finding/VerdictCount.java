package io.acord.paper.finding;

import io.acord.lab.report.Numbers;
import io.acord.paper.finding.Claim.Basis;
import io.acord.paper.finding.Claim.Verdict;
import java.util.List;

/**
 * How many sentences hold. Sentences about run times are counted apart, so that the count is the same on every machine,
 * and so are sentences of ours, so that it is a count of the paper's.
 *
 * @param judged all but those
 * @param needNoProof of the reproduced, how many are true by definition or algebra
 * @param ours beyond the paper
 * @param oursHold of these, how many hold
 */
public record VerdictCount(
        long judged,
        long reproduced,
        long needNoProof,
        long corrected,
        long replaced,
        long not,
        long ofMachine,
        long ours,
        long oursHold) {

    public static VerdictCount of(List<Claim> claims) {
        long ofMachine = count(claims, Verdict.DEPENDS_ON_MACHINE);
        long oursHold = count(claims, Verdict.OURS_HOLDS);
        long ours = oursHold + count(claims, Verdict.OURS_FAILS);
        return new VerdictCount(
                claims.size() - ofMachine - ours,
                count(claims, Verdict.REPRODUCED),
                claims.stream()
                        .filter(claim -> claim.verdict() == Verdict.REPRODUCED && claim.basis() != Basis.MEASURED)
                        .count(),
                count(claims, Verdict.CORRECTED),
                count(claims, Verdict.REPLACED),
                count(claims, Verdict.NOT_REPRODUCED),
                ofMachine,
                ours,
                oursHold);
    }

    private static long count(List<Claim> claims, Verdict verdict) {
        return claims.stream().filter(claim -> claim.verdict() == verdict).count();
    }

    /** "6 sentences of the paper: 3 reproduced, …", on one line. */
    public String inWords() {
        return Numbers.count(judged, "sentence") + " of the paper: " + reproducedInWords() + ", " + correctedInWords()
                + ", " + replacedInWords() + ", " + not + " not." + (ofMachine == 0 ? "" : " " + ofMachineInWords())
                + (ours == 0 ? "" : " " + oursInWords());
    }

    public String reproducedInWords() {
        return reproduced + " reproduced" + (needNoProof == 0 ? "" : " (" + needNoProof + " by definition or algebra)");
    }

    public String correctedInWords() {
        return corrected + " with a correction";
    }

    public String replacedInWords() {
        return replaced + " false as printed where another holds";
    }

    /** A sentence of its own. */
    public String ofMachineInWords() {
        return ofMachine + (ofMachine == 1 ? " more is" : " more are") + " about run times and "
                + (ofMachine == 1 ? "depends" : "depend") + " on the machine.";
    }

    /** A sentence of its own. */
    public String oursInWords() {
        return Numbers.count(ours, "sentence") + " of ours beyond it: " + oursHold + " hold, " + (ours - oursHold)
                + " not.";
    }
}
