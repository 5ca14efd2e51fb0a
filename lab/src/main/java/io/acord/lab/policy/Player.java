package io.acord.lab.policy;

import io.acord.model.Actions;

/** A policy in the middle of a run. */
public interface Player {

    /** Decides round t, for t = 1, 2, … in turn. */
    Actions decide(Outlook outlook);
}
