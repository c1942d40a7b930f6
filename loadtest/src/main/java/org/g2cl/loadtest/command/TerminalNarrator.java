package org.g2cl.loadtest.command;

import org.g2cl.loadtest.experiment.Narrator;

/** Tells an experiment to the terminal. */
record TerminalNarrator(Terminal terminal) implements Narrator {
  @Override
  public void say(String sentence) {
    terminal.say(sentence);
  }

  @Override
  public void progress(String line) {
    terminal.progress(line);
  }
}
