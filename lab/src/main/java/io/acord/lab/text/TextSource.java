package io.acord.lab.text;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Opens files of text. */
public final class TextSource {

    private static final int LOOKED_AT = 4096;

    /** How a file begins that is no text, and what to do about it. */
    private record Signature(String begins, String found, String fix) {
        boolean fits(byte[] bytes) {
            return TextSource.begins(bytes, begins);
        }
    }

    private static final List<Signature> SIGNATURES = List.of(
            new Signature("BZh", "is packed by bzip2", "unpack it with bunzip2, or pack it by gzip"),
            new Signature("\u00FD7zXZ", "is packed by xz", "unpack it with unxz, or pack it by gzip"),
            new Signature(
                    "PK\u0003\u0004",
                    "is a zip archive, as workbooks of spreadsheets are",
                    "unpack it, or save the sheet as CSV in UTF-8"),
            new Signature("PAR1", "is a Parquet file", "write kind: parquet"),
            new Signature("SQLite format 3", "is a SQLite database", "export the table as CSV"),
            new Signature("\u0089HDF", "is an HDF5 file", "export the table as CSV"),
            new Signature("%PDF", "is a PDF", "name the file with the data"),
            new Signature("\u0089PNG", "is a picture", "name the file with the data"),
            new Signature(
                    "\u00D0\u00CF\u0011\u00E0", "is a document of an old office program", "save it as CSV in UTF-8"));

    private TextSource() {}

    private static boolean begins(byte[] bytes, String with) {
        byte[] wanted = with.getBytes(StandardCharsets.ISO_8859_1);
        return bytes.length >= wanted.length && Arrays.equals(bytes, 0, wanted.length, wanted, 0, wanted.length);
    }

    /** What zstd unpacks, with damage said as other damage to files is. */
    private static final class Unpacked extends FilterInputStream {

        Unpacked(InputStream packed) {
            super(packed);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return in.read(bytes, from, length);
            } catch (MalformedInputException damaged) {
                throw new IOException("what zstd packed is damaged", damaged);
            }
        }
    }

    /** A file that is no text. */
    public static final class NoText extends IOException {

        private static final long serialVersionUID = 1L;

        private final String found;
        private final String fix;

        private NoText(String found, String fix) {
            super(found);
            this.found = found;
            this.fix = fix;
        }

        /** What it is: {@code is packed by xz}. */
        public String found() {
            return found;
        }

        public String fix() {
            return fix;
        }
    }

    /**
     * The text of a file, unpacked if it is packed by gzip or zstd, whatever its name.
     *
     * @throws NoText if it is something else
     */
    public static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            return recognised(in, true);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream recognised(InputStream raw, boolean unpacks) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, 1 << 16);
        in.mark(LOOKED_AT);
        byte[] bytes = in.readNBytes(LOOKED_AT);
        in.reset();
        boolean isGzip = begins(bytes, "\u001F\u008B");
        if (isGzip || begins(bytes, "(\u00B5/\u00FD")) {
            if (!unpacks) {
                throw new NoText("is packed twice", "unpack it once");
            }
            return recognised(isGzip ? new GZIPInputStream(in, 1 << 16) : new Unpacked(new ZstdInputStream(in)), false);
        }
        for (Signature signature : SIGNATURES) {
            if (signature.fits(bytes)) {
                throw new NoText(signature.found(), signature.fix());
            }
        }
        return in;
    }
}
