package org.g2cl.loadtest.command;

/** Exit codes of {@code ./ha}. */
final class ExitCodes {
  static final int OK = 0;
  static final int HARM = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;
  static final int FAILED = 4;

  private ExitCodes() {}
}
