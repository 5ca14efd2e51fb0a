package io.acord.lab.advice;

/**
 * The answer to one question.
 *
 * @param question one word for files: {@code lambda}, {@code iterations}, {@code variant}, {@code from},
 *     {@code forecasts}, {@code certificate} or {@code yours}
 * @param holdsUp whether the rest of the rounds bore out what the first ones chose
 * @param words for people
 */
public record Finding(String question, boolean holdsUp, String words) {}
