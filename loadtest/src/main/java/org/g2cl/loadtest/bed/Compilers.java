package org.g2cl.loadtest.bed;

import java.util.List;
import java.util.Locale;

/** Which compilers of the JVM work for a node. */
public enum Compilers {
  /**
   * C1 alone: what a server runs in its first minutes. Nine JVMs on few cores would spend a short
   * run compiling otherwise.
   */
  FIRST("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=48m"),

  /** C1, then C2 for what is called often: what a server runs after its first minutes. */
  ALL("-XX:TieredStopAtLevel=4", "-XX:ReservedCodeCacheSize=128m");

  private final String level;
  private final String codeCache;

  Compilers(String level, String codeCache) {
    this.level = level;
    this.codeCache = codeCache;
  }

  /** Options of the JVM. */
  List<String> options() {
    return List.of(level, codeCache);
  }

  /** As {@code --compilers} has it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
