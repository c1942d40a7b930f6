package org.g2cl.loadtest.command;

/** Order of names in which business10 comes after business9. */
final class NameOrder {
  private NameOrder() {}

  static int compare(String a, String b) {
    int byWord = word(a).compareTo(word(b));
    int byLength = Integer.compare(a.length(), b.length());
    return byWord != 0 ? byWord : byLength != 0 ? byLength : a.compareTo(b);
  }

  private static String word(String name) {
    return name.replaceAll("[0-9]+$", "");
  }
}
