package org.g2cl.loadtest.failover;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is done to the bed. */
public enum Disturbance {
  /** {@code kill -9} of the node with most sessions; it is started again when all is measured. */
  KILL("kill -9"),
  /** That node is stopped, as by a debugger or a machine out of memory, and goes on later. */
  PAUSE("pause"),
  /** That node leaves in order (SIGTERM) and is started again once the others miss no copy. */
  RESTART("restart"),
  /** That is done to every node in turn, each once all are together again. */
  ROLLING("rolling restart"),
  /** That node and the other nodes do not reach each other for a while; clients reach all. */
  PARTITION("partition");

  private final String label;

  Disturbance(String label) {
    this.label = label;
  }

  /** Name on the command line and in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name for readers. */
  public String label() {
    return label;
  }

  /** The disturbance of this name, if there is one. */
  public static Optional<Disturbance> of(String word) {
    return Arrays.stream(values()).filter(d -> d.word().equalsIgnoreCase(word.strip())).findFirst();
  }

  /** All names, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Disturbance::word).collect(Collectors.joining(", "));
  }
}
