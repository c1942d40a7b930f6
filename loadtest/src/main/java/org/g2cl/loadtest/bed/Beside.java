package org.g2cl.loadtest.bed;

import java.util.List;

/** How a command gets to the machine of a process, and which id the process has there. */
interface Beside {
  /** Process id on that machine. */
  long pid();

  /** The command as this machine runs it. */
  List<String> command(List<String> words);

  /** Whether that machine is this one. */
  boolean isHere();

  /** For a child of this JVM that is nothing else. */
  static Beside child(Process process) {
    return new OfChild(process);
  }

  /** On this machine. */
  record OfChild(Process process) implements Beside {
    @Override
    public long pid() {
      return process.pid();
    }

    @Override
    public List<String> command(List<String> words) {
      return words;
    }

    @Override
    public boolean isHere() {
      return true;
    }
  }
}
