/**
 * What ACORD plays, said in one value.
 *
 * <p>Start at {@link io.acord.recipe.Recipe}: variant, where the iterations begin, how many there are, where λ comes
 * from. A {@link io.acord.recipe.Variant} is one class, which owns its word, its momentum and what is proved of it.
 *
 * <p>A recipe alone knows its default and which combinations are refused; whoever plays asks it and decides nothing.
 *
 * <p>Not here: the playing, see {@code io.acord.acord}; the formulas behind what is proved, see
 * {@code io.acord.theory}.
 */
@NullMarked
package io.acord.recipe;

import org.jspecify.annotations.NullMarked;
