package io.github.readyourwrites.gtid;

import java.util.Arrays;

/**
 * Arithmetic on sets of transaction numbers of one source. A set is a strictly increasing array of bounds: at even
 * indexes where an interval starts, at odd indexes the first number after its end. Strictly increasing also means that
 * intervals neither overlap nor touch, so equal sets have equal arrays. Arrays are never changed once returned.
 */
final class Intervals {

    /** Largest transaction number of MySQL, 2^63 - 2; one more still fits as the bound after it. */
    static final long MAX_NUMBER = Long.MAX_VALUE - 1;

    private Intervals() {}

    /** How membership in two sets makes membership in the result. */
    enum Operation {
        UNION,
        INTERSECTION,
        DIFFERENCE;

        boolean includes(boolean left, boolean right) {
            return switch (this) {
                case UNION -> left || right;
                case INTERSECTION -> left && right;
                case DIFFERENCE -> left && !right;
            };
        }
    }

    /** Bounds of the union of intervals in any order, given as parallel starts and bounds after the end; sorts both. */
    static long[] normalise(long[] starts, long[] ends) {
        // Where a number is covered depends only on how many starts and how many ends lie before it, not on which
        // start belongs to which end, so both can be sorted on their own.
        Arrays.sort(starts);
        Arrays.sort(ends);
        long[] result = new long[2 * starts.length];
        int size = 0;
        int opened = 0;
        for (int closed = 0; closed < ends.length; closed++) {
            while (opened < starts.length && starts[opened] <= ends[closed]) {
                if (opened++ == closed) {
                    result[size++] = starts[opened - 1];
                }
            }
            if (opened == closed + 1) {
                result[size++] = ends[closed];
            }
        }
        return Arrays.copyOf(result, size);
    }

    static long[] combine(long[] left, long[] right, Operation operation) {
        long[] result = new long[left.length + right.length];
        int size = 0;
        int passedLeft = 0;
        int passedRight = 0;
        while (passedLeft < left.length || passedRight < right.length) {
            long bound = Math.min(boundAt(left, passedLeft), boundAt(right, passedRight));
            if (passedLeft < left.length && left[passedLeft] == bound) {
                passedLeft++;
            }
            if (passedRight < right.length && right[passedRight] == bound) {
                passedRight++;
            }
            // An odd number of bounds passed means inside.
            if (operation.includes(isOdd(passedLeft), isOdd(passedRight)) != isOdd(size)) {
                result[size++] = bound;
            }
        }
        return size == result.length ? result : Arrays.copyOf(result, size);
    }

    static boolean contains(long[] bounds, long[] others) {
        for (int i = 0; i < others.length; i += 2) {
            if (!covers(bounds, others[i], others[i + 1])) {
                return false;
            }
        }
        return true;
    }

    /** Joins neighbours where every number between them is in {@code known}. */
    static long[] joinWithin(long[] bounds, long[] known) {
        long[] result = new long[bounds.length];
        int size = 1;
        result[0] = bounds[0];
        for (int i = 1; i + 1 < bounds.length; i += 2) {
            if (!covers(known, bounds[i], bounds[i + 1])) {
                result[size++] = bounds[i];
                result[size++] = bounds[i + 1];
            }
        }
        result[size++] = bounds[bounds.length - 1];
        return size == bounds.length ? bounds : Arrays.copyOf(result, size);
    }

    /** How many numbers, at most {@link Long#MAX_VALUE}; cannot overflow within one source. */
    static long count(long[] bounds) {
        long result = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            result += bounds[i + 1] - bounds[i];
        }
        return result;
    }

    private static boolean covers(long[] bounds, long start, long end) {
        int found = Arrays.binarySearch(bounds, start);
        int next = found >= 0 ? found + 1 : -found - 1;
        return isOdd(next) && end <= bounds[next];
    }

    private static long boundAt(long[] bounds, int index) {
        return index < bounds.length ? bounds[index] : Long.MAX_VALUE;
    }

    private static boolean isOdd(int number) {
        return (number & 1) == 1;
    }
}
