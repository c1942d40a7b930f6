package org.g2cl.cmi.core;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** The name that was probably meant by one that is not known. */
public final class NearestName {
  private NearestName() {}

  /** Of the known names, which must not be none, the one with the fewest letters changed. */
  public static String of(String unknown, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(unknown, name)))
        .orElseThrow(IllegalArgumentException::new);
  }

  /** Letters to put in, take out or replace, to make one name of the other (Levenshtein, 1965). */
  public static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    Arrays.setAll(above, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
