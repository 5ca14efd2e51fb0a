package io.acord.lab.run;

/**
 * What a policy's play took.
 *
 * @param messagesPerRound of the whole fleet
 * @param bytesPerRound their payload
 * @param secondsPerRound the policy's own computing time
 */
public record Effort(
        double iterationsPerRound, double messagesPerRound, double bytesPerRound, double secondsPerRound) {}
