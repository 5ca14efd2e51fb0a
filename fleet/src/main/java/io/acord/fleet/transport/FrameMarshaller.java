package io.acord.fleet.transport;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Frames as gRPC carries them, unread: who parses them decides what happens with bad ones, and knows their size. */
final class FrameMarshaller implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] frame) {
        return new Frame(frame);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            if (!(stream instanceof KnownLength)) {
                return stream.readAllBytes();
            }
            // Without its length it would be read in pieces, which are put together afterwards.
            byte[] frame = new byte[stream.available()];
            if (stream.readNBytes(frame, 0, frame.length) < frame.length) {
                throw new EOFException("a frame ends too early");
            }
            return frame;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** gRPC copies a stream of known length in one go. */
    private static final class Frame extends ByteArrayInputStream implements KnownLength {
        Frame(byte[] bytes) {
            super(bytes);
        }
    }
}
