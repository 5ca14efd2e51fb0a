package io.acord.lab.application;

/**
 * A number that a field follows over the rounds, drawn as a curve for each policy: the mean over the repeats with its
 * 95 % interval.
 *
 * @param title of the drawing
 * @param axis what the numbers are and what they are counted in
 * @param words what is to be seen, one sentence
 */
public record Chart(String title, String axis, String words) {}
