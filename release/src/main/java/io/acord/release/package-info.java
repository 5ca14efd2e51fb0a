/** What a release is put together with. */
@NullMarked
package io.acord.release;

import org.jspecify.annotations.NullMarked;
