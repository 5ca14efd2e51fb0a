/**
 * What applications have in common.
 *
 * <p>Each application is a package beside this one; start at its kind of costs.
 * {@link io.acord.applications.model.ModelSource} is where its model comes from, files or a seed;
 * {@link io.acord.applications.model.FieldModel} makes the rounds of a run out of it.
 */
@NullMarked
package io.acord.applications.model;

import org.jspecify.annotations.NullMarked;
