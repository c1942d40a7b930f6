package org.g2cl.bench.ring;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How the token ring is measured.
 *
 * @param members numbers of members by engine
 * @param rounds numbers of rounds that the token goes
 * @param repeats measurements of each
 * @param folder for stack files
 */
public record RingSettings(
    Map<String, List<Integer>> members, List<Integer> rounds, int repeats, Path folder) {
  /** Copies the lists. */
  public RingSettings {
    members = Map.copyOf(members);
    rounds = List.copyOf(rounds);
  }
}
