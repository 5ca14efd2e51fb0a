package io.acord.cli;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where a command listens that answers HTTP: its {@code --host} and {@code --port}. */
record ListenAddress(String host, int port) {

    /**
     * The address of the host; any, with a complaint, if there is none.
     *
     * @param defaultPort by default
     */
    InetAddress address(int defaultPort, Complaints complaints) {
        if (port < 0 || port > 65535) {
            complaints.add("--port", "is " + port, "0 to 65535", "omit it for " + defaultPort + ", or write 0 for any");
        }
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            complaints.add("--host", "is " + host, "an address of this machine", "omit it for 127.0.0.1");
            return InetAddress.getLoopbackAddress();
        }
    }

    BadInputException isTaken(String why) {
        return Complaints.refuse(
                "--port",
                "is " + port + " at " + host + ": " + why,
                "an address that is free and of this machine",
                "end what listens there, or choose another port; 0 takes any");
    }

    /** What a browser opens. */
    static String url(InetAddress address, int port) {
        String name = address.getHostAddress();
        return "http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + port;
    }
}
