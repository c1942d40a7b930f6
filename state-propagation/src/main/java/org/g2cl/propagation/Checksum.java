package org.g2cl.propagation;

import java.util.zip.CRC32;

/**
 * Checksum of states: CRC-32, which Java 8 has too, and of which a part can be exchanged without a
 * look at the rest.
 */
final class Checksum {
  private static final int POLYNOMIAL = 0xedb88320;

  /** The polynomial 1; bits are in reverse order, the highest is the constant one. */
  private static final int ONE = 1 << 31;

  /** At i, x to the power of 2 to the power of i. */
  private static final int[] POWERS = powers();

  private Checksum() {}

  static int of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  static int of(byte[] bytes, int start, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, start, length);
    return (int) sum.getValue();
  }

  /**
   * Checksum once some bytes have been overwritten by as many others.
   *
   * @param sum of all before
   * @param old checksum of the bytes that were overwritten
   * @param now checksum of those that are there now
   * @param behind how many bytes follow them
   */
  static int exchanged(int sum, int old, int now, int behind) {
    int difference = old ^ now;
    return difference == 0 ? sum : sum ^ multiply(power(behind), difference);
  }

  /** Remainder of x to the power of that many bytes' bits. */
  private static int power(int bytes) {
    int power = ONE;
    int i = 3; // a byte is 2 to the power of 3 bits
    for (int rest = bytes; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power = multiply(POWERS[i], power);
      }
      i++;
    }
    return power;
  }

  private static int[] powers() {
    int[] powers = new int[Integer.SIZE + 3];
    powers[0] = ONE >>> 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = multiply(powers[i - 1], powers[i - 1]);
    }
    return powers;
  }

  /** Product of two polynomials modulo that of the checksum. */
  private static int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int left = a; left != 0; left <<= 1) {
      product ^= left < 0 ? shifted : 0;
      shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1));
    }
    return product;
  }
}
