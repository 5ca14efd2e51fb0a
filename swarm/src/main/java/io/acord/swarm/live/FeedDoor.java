package io.acord.swarm.live;

import java.io.IOException;
import java.io.PrintWriter;

/** Where controllers speak to a {@link LiveFeed}. Listens from when it is opened. */
public interface FeedDoor extends AutoCloseable {

    /** Nobody speaks. */
    FeedDoor NONE = new FeedDoor() {
        @Override
        public String inWords() {
            return "";
        }

        @Override
        public void close() {}
    };

    /** Where it is, for whoever started the member; empty if that needs no word. */
    String inWords();

    @Override
    void close();

    /**
     * Opens the door that a feed's configuration names.
     *
     * @param fleet the fleet's name
     * @param member this member's name
     * @param stderr where faults of our own are told
     */
    static FeedDoor open(LiveFeed feed, String fleet, String member, PrintWriter stderr) throws IOException {
        LiveConfig.Feed where = feed.config().feed();
        if (where instanceof LiveConfig.Feed.Http http) {
            return HttpDoor.open(feed, member, http.address(), stderr);
        }
        if (where instanceof LiveConfig.Feed.Mqtt mqtt) {
            return MqttDoor.open(feed, "acord-" + fleet + "-" + member, mqtt);
        }
        if (where instanceof LiveConfig.Feed.Unix unix) {
            return UnixDoor.open(feed, unix.path());
        }
        return PipeDoor.open(feed, System.in, System.out);
    }
}
