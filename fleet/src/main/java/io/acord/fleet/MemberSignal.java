package io.acord.fleet;

import io.acord.input.BadInputException;

/** What the member's thread is told. */
sealed interface MemberSignal {
    record Up(int peer, long life) implements MemberSignal {}

    record Down(int peer, String why) implements MemberSignal {}

    /** A frame; not a record because of the array. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Heard(int peer, byte[] frame) implements MemberSignal {}

    record Ready(SourceThread.Answer answer) implements MemberSignal {}

    /** What the source remembers of a past round. */
    record Recalled(SourceThread.Answer answer) implements MemberSignal {}

    /** The address book, with the numbers that members have here. */
    record Renewed(AddressBook book) implements MemberSignal {}

    /** This member leaves for good. */
    record Leave() implements MemberSignal {}

    /** It must not go on. */
    record Refused(BadInputException why) implements MemberSignal {}

    record Stop() implements MemberSignal {}
}
