package io.acord.lab.application;

/**
 * A picture of what one policy did in the first repeat. Pictures of the same title are shown side by side, one for each
 * policy.
 *
 * @param words what is to be seen, one sentence
 * @param markup HTML or SVG that is well-formed XML; within it {@code var(--c)} is the policy's colour. It may have
 *     styles, scripts (as CDATA) and animations, and nothing from outside: the page's policy forbids it
 */
public record Picture(String title, String words, String markup) {}
