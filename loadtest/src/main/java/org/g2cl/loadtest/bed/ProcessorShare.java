package org.g2cl.loadtest.bed;

import java.util.ArrayList;
import java.util.List;

/**
 * What a node gets of its machine's processors.
 *
 * @param niceness how far it stands back for others when processors are short, as {@code nice} has
 *     it: 0 to 19
 * @param limit processors whose time it may use at most, for instance 0.5, kept by a control group
 *     of Linux; 0 for no limit
 * @param processors processors that its JVM believes to have; 0 for what it finds
 */
public record ProcessorShare(int niceness, double limit, int processors) {
  /** All that there is. */
  public static ProcessorShare all() {
    return new ProcessorShare(0, 0, 0);
  }

  boolean isLimited() {
    return limit > 0;
  }

  /** Words before a command of the machine that give what it starts this share. */
  List<String> before() {
    List<String> words = new ArrayList<>();
    if (isLimited()) {
      words.addAll(ProcessorLimit.before(limit));
    }
    if (niceness > 0) {
      words.addAll(List.of("nice", "-n", "" + niceness));
    }
    return words;
  }

  /** In words, as settings of an experiment keep it. */
  String described() {
    return "nice %d, processor time %s, processors %s"
        .formatted(
            niceness,
            isLimited() ? "of " + limit : "unlimited",
            processors == 0 ? "all" : "" + processors);
  }
}
