package org.g2cl.loadtest.paper;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** System that is compared with others. */
public enum Contender {
  /** State stays in one node: what the shop costs without any replication. */
  NONE("not replicated"),
  /** State goes to a backup by JGroups' own dispatcher; the paper's original did so. */
  DIRECT("JGroups directly"),
  /** Ours on the default engine. */
  JGROUPS("G2CL on JGroups 5.5"),
  /** Ours on the engine for Java 8 servers. */
  JGROUPS4("G2CL on JGroups 4.2"),
  /** Ours on Spread daemons. */
  SPREAD("G2CL on Spread"),
  /** Ours on a plug-in of jGCS 0.6, Appia's for instance. */
  LEGACY("G2CL on a jGCS 0.6 plug-in");

  private final String label;

  Contender(String label) {
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

  /** The system of this name, if there is one. */
  public static Optional<Contender> of(String word) {
    return Arrays.stream(values()).filter(c -> c.word().equalsIgnoreCase(word.strip())).findFirst();
  }

  /** All names, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Contender::word).collect(Collectors.joining(", "));
  }
}
