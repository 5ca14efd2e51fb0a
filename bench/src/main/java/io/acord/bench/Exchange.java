package io.acord.bench;

import io.acord.internal.system.FolderTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder in which numbers lie as programs in other languages read them; it vanishes at the end. */
final class Exchange implements AutoCloseable {

    private final Path folder;

    Exchange() throws IOException {
        folder = Files.createTempDirectory("acord-bench");
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    void write(String name, int[] numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.nativeOrder());
        bytes.asIntBuffer().put(numbers);
        Files.write(file(name), bytes.array());
    }

    void write(String name, double[] numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.nativeOrder());
        bytes.asDoubleBuffer().put(numbers);
        Files.write(file(name), bytes.array());
    }

    double[] read(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(file(name));
        double[] numbers = new double[bytes.length / 8];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asDoubleBuffer().get(numbers);
        return numbers;
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(folder);
    }
}
