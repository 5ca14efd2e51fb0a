package io.acord.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;

/**
 * Tells a client at once that the beginning of its request has come. A client that sends the head and the body one
 * after the other, and has not turned off Nagle's algorithm, keeps the body until the head is acknowledged, and the
 * system delays that for 40 ms in the hope of an answer to send it with.
 */
final class Acknowledgement {

    private Acknowledgement() {}

    /** Where the system can; elsewhere the client waits. */
    static void sendNow(HttpServletRequest request) {
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        if (endPoint instanceof EndPoint.Wrapper encrypted) {
            endPoint = encrypted.unwrap();
        }
        if (!(endPoint instanceof SocketChannelEndPoint socket)) {
            return;
        }
        SocketChannel channel = socket.getChannel();
        if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK)) {
            try {
                channel.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            } catch (IOException e) {
                // the connection has gone, which whoever reads it will see
            }
        }
    }
}
