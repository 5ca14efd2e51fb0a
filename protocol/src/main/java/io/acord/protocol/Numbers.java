package io.acord.protocol;

import java.util.Arrays;

/** An immutable row of doubles. Equal if all bits are. */
public final class Numbers {

    public static final Numbers NONE = new Numbers(new double[0]);

    private final double[] numbers;

    private Numbers(double[] numbers) {
        this.numbers = numbers;
    }

    /** Copies the numbers. */
    public static Numbers of(double... numbers) {
        return new Numbers(numbers.clone());
    }

    /** These and others after them. */
    public Numbers and(Numbers others) {
        double[] both = Arrays.copyOf(numbers, numbers.length + others.numbers.length);
        System.arraycopy(others.numbers, 0, both, numbers.length, others.numbers.length);
        return new Numbers(both);
    }

    public int size() {
        return numbers.length;
    }

    public double get(int index) {
        return numbers[index];
    }

    /** Writes {@code length} numbers from {@code from} on to an array. */
    public void copyTo(int from, double[] into, int at, int length) {
        System.arraycopy(numbers, from, into, at, length);
    }

    public double[] toArray() {
        return numbers.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Numbers same && Arrays.equals(numbers, same.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
