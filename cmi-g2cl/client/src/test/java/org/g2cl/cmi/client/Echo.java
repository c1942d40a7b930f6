package org.g2cl.cmi.client;

/** Business interface of the tests' beans. */
public interface Echo {
  /** Answers the text, or what the test's script wants. */
  String say(String text);

  /** Answers what the test's script wants. */
  Object give();
}
