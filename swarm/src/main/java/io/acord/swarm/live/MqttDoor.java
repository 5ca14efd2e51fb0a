package io.acord.swarm.live;

import io.acord.input.BadInputException;
import io.acord.internal.system.DaemonThread;
import io.acord.internal.system.LogLimit;
import io.acord.protocol.live.Reply;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.client.mqttv3.DisconnectedBufferOptions;
import org.eclipse.paho.client.mqttv3.IMqttActionListener;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttCallbackExtended;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Costs from an MQTT broker at {@code TOPIC/AGENT/cost}, or readings at {@code TOPIC/AGENT/readings}, actions to
 * {@code TOPIC/AGENT/action}, retained, and what does not count to {@code TOPIC/AGENT/error}. A broker that is down is
 * tried again every second; what was told meanwhile it delivers, and what was answered it gets, when it is back.
 */
final class MqttDoor implements FeedDoor, MqttCallbackExtended {

    private static final Logger LOG = LoggerFactory.getLogger(MqttDoor.class);

    private static final int AT_LEAST_ONCE = 1; // what comes twice is the same offer
    private static final int MOST_WAITING = 1000; // messages for a broker that is down, unless there are more agents
    private static final int MOST_NUMBERED = 65_535; // messages that MQTT can tell apart
    private static final int LARGEST = 1 << 20;

    private final LiveFeed feed;
    private final LiveConfig.Feed.Mqtt where;
    private final MqttAsyncClient client;
    private final ExecutorService retries = Executors.newSingleThreadExecutor(DaemonThread.named("acord-feed-mqtt"));
    private final LogLimit lines = new LogLimit();

    private MqttDoor(LiveFeed feed, LiveConfig.Feed.Mqtt where, MqttAsyncClient client) {
        this.feed = feed;
        this.where = where;
        this.client = client;
    }

    static MqttDoor open(LiveFeed feed, String id, LiveConfig.Feed.Mqtt where) throws IOException {
        try {
            MqttAsyncClient client = new MqttAsyncClient(where.broker(), id, new MemoryPersistence());
            MqttDoor door = new MqttDoor(feed, where, client);
            client.setCallback(door);
            DisconnectedBufferOptions buffer = new DisconnectedBufferOptions();
            buffer.setBufferEnabled(true);
            buffer.setBufferSize(room(feed.config().agents().size()));
            buffer.setDeleteOldestMessages(true);
            client.setBufferOpts(buffer);
            feed.listen((round, agent, answer) -> door.publish(agent, "action", answer, true));
            door.connect();
            return door;
        } catch (MqttException e) {
            throw new IOException("no connection to " + where.broker() + " is possible: " + e.getMessage(), e);
        }
    }

    /** The last part of the topics that controllers tell at. */
    private String part() {
        return feed.readings().isEmpty() ? "cost" : "readings";
    }

    @Override
    public String inWords() {
        return feed.word() + " at " + where.broker() + ", topic " + where.topic() + "/AGENT/" + part();
    }

    /** So many messages may be on their way: an action and an error of every agent at least. */
    private static int room(int agents) {
        return Math.min(MOST_NUMBERED, Math.max(MOST_WAITING, 2 * agents));
    }

    static MqttConnectOptions options(LiveConfig.Feed.Mqtt where, int agents) {
        MqttConnectOptions options = new MqttConnectOptions();
        options.setMaxInflight(room(agents)); // beyond it, a message is refused
        options.setAutomaticReconnect(true);
        options.setMaxReconnectDelay(1000);
        options.setCleanSession(false); // what is told while the member is away, it gets when it is back
        options.setKeepAliveInterval(10);
        options.setConnectionTimeout(10);
        if (where.user() != null) {
            options.setUserName(where.user());
            options.setPassword(where.password().toCharArray());
        }
        return options;
    }

    private void connect() {
        try {
            MqttConnectOptions options = options(where, feed.config().agents().size());
            client.connect(options, null, new IMqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    // connectComplete follows
                }

                @Override
                public void onFailure(IMqttToken token, Throwable why) {
                    log("broker-away", why);
                    retries.execute(MqttDoor.this::tryAgain);
                }
            });
        } catch (MqttException e) {
            log("broker-away", e);
            retries.execute(this::tryAgain);
        }
    }

    private void tryAgain() {
        try {
            TimeUnit.SECONDS.sleep(1);
            connect();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the door is closed
        }
    }

    private void log(String event, @Nullable Throwable why) {
        long withheld = lines.next();
        if (withheld >= 0) {
            LOG.warn("event={} broker={} why=\"{}\" withheld={}", event, where.broker(), why, withheld);
        }
    }

    private void publish(LiveAgent agent, String kind, String text, boolean retained) {
        try {
            MqttMessage message = new MqttMessage(text.getBytes(StandardCharsets.UTF_8));
            message.setQos(AT_LEAST_ONCE);
            message.setRetained(retained);
            client.publish(where.topic() + "/" + agent.name() + "/" + kind, message);
        } catch (MqttException e) {
            log("not-published", e); // before the first connection there is no buffer; it is published on connecting
        }
    }

    @Override
    public void connectComplete(boolean again, String broker) {
        LOG.info("event=broker-up broker={} again={}", broker, again);
        try {
            client.subscribe(where.topic() + "/+/" + part(), AT_LEAST_ONCE);
        } catch (MqttException e) {
            log("not-subscribed", e);
        }
        int last = feed.nextRound() - 1;
        for (LiveAgent agent : feed.config().agents()) {
            feed.answerOf(last, agent).ifPresent(answer -> publish(agent, "action", answer, true));
        }
    }

    @Override
    public void connectionLost(Throwable why) {
        log("broker-down", why);
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        String[] parts = topic.split("/", -1);
        Optional<LiveAgent> named = feed.agent(parts[parts.length - 2]);
        if (named.isEmpty()) {
            log("unknown-topic", new IllegalArgumentException(topic));
            return;
        }
        LiveAgent agent = named.get();
        try {
            byte[] body = message.getPayload();
            if (body.length > LARGEST) {
                throw io.acord.input.Complaints.refuse(
                        "", "is " + body.length + " bytes", "at most " + LARGEST, "send one round at a time");
            }
            LiveFeed.Posted posted = feed.post(body, Set.of(agent.id()));
            if (posted.reply() instanceof Reply.Refused refused) {
                publish(
                        agent,
                        "error",
                        FeedDocuments.refused(posted.round(), agent.name(), refused, feed.nextRound()),
                        false);
            } else if (posted.reply() instanceof Reply.Taken taken && taken.answer() != null) {
                publish(agent, "action", taken.answer(), false); // it was over before
            }
        } catch (BadInputException e) {
            publish(agent, "error", FeedDocuments.complaints(e.complaints(), agent.name(), feed.nextRound()), false);
        }
    }

    @Override
    public void deliveryComplete(IMqttDeliveryToken token) {
        // nobody waits for it
    }

    @Override
    public void close() {
        retries.shutdownNow();
        try {
            if (client.isConnected()) {
                client.disconnect(1000).waitForCompletion(2000);
            }
            client.close(true);
        } catch (MqttException e) {
            log("not-closed", e);
        }
    }
}
