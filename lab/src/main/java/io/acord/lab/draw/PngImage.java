package io.acord.lab.draw;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Pictures of 256 colours, as addresses that carry the picture in themselves. */
public final class PngImage {

    private PngImage() {}

    /**
     * A picture as the address that carries it.
     *
     * @param pixels row by row, each an index of a colour
     * @param palette 256 colours, red green blue
     */
    public static String dataUri(int width, int height, byte[] pixels, byte[] palette) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(0x89504E470D0A1A0AL);
            ByteArrayOutputStream header = new ByteArrayOutputStream();
            try (DataOutputStream fields = new DataOutputStream(header)) {
                fields.writeInt(width);
                fields.writeInt(height);
                fields.write(new byte[] {8, 3, 0, 0, 0}); // 8 bits, by palette
            }
            chunk(out, "IHDR", header.toByteArray());
            chunk(out, "PLTE", palette);
            chunk(out, "IDAT", deflated(width, height, pixels));
            chunk(out, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static byte[] deflated(int width, int height, byte[] pixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            for (int row = 0; row < height; row++) {
                out.write(0); // no filter
                out.write(pixels, row * width, width);
            }
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) crc.getValue());
    }
}
