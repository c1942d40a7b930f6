package org.g2cl.loadtest.command;

import picocli.CommandLine.Option;

/** Option of the experiments that go on after an interruption. */
final class FreshOption {
  @Option(
      names = "--fresh",
      description =
          "Begin anew, even when the directory holds runs of an interrupted experiment; without it that one is gone on with.")
  boolean fresh;
}
