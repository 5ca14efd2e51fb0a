package io.acord.internal.system;

import java.nio.file.Path;

/**
 * What somebody who checks files says of one.
 *
 * @param isSound whether nothing is wrong with it
 * @param inWords what is there, what is wrong with it and what was done about it
 */
public record FileFinding(Path file, boolean isSound, String inWords) {}
