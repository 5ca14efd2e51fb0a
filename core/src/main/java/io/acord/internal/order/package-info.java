/** Orders of agents that suit a computer's memory: not API. What is laid out in them is in the kernel. */
@NullMarked
package io.acord.internal.order;

import org.jspecify.annotations.NullMarked;
