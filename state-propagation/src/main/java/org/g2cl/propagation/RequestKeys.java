package org.g2cl.propagation;

import java.util.Arrays;

/**
 * What each call compares its request to, of the requests whose replies are kept, and in their
 * order. The requests themselves, of calls before, are long out of the processor's cache: only one
 * that fits is looked at. Not changed any more once it is filled.
 */
final class RequestKeys {
  private final int[] hashes;

  /** Hash codes of their series. */
  private final int[] series;

  private final long[] numbers;

  RequestKeys(int size) {
    this(new int[size], new int[size], new long[size]);
  }

  private RequestKeys(int[] hashes, int[] series, long[] numbers) {
    this.hashes = hashes;
    this.series = series;
    this.numbers = numbers;
  }

  void set(int index, RequestId request) {
    hashes[index] = request.hashCode();
    series[index] = request.seriesHash();
    numbers[index] = request.number();
  }

  void set(int index, RequestKeys from, int at) {
    hashes[index] = from.hashes[at];
    series[index] = from.series[at];
    numbers[index] = from.numbers[at];
  }

  RequestKeys first(int count) {
    return new RequestKeys(
        Arrays.copyOf(hashes, count), Arrays.copyOf(series, count), Arrays.copyOf(numbers, count));
  }

  /** Whether that one may be the request with this hash code. */
  boolean mayBe(int index, int hash) {
    return hashes[index] == hash;
  }

  /** Whether that one, if it is of the series with this hash code, was given after this number. */
  boolean mayBeLater(int index, int seriesHash, long number) {
    return numbers[index] > number && series[index] == seriesHash;
  }
}
