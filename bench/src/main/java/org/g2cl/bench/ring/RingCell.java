package org.g2cl.bench.ring;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.g2cl.loadtest.statistics.Summary;

/**
 * Figures of one ring and number of rounds.
 *
 * @param engine engine of the group
 * @param members members of the ring
 * @param rounds rounds that the token went
 * @param seconds time that it took
 */
public record RingCell(String engine, int members, int rounds, Summary seconds) {
  /** Time from one member to the next, in microseconds. */
  @JsonProperty
  public double hopMicros() {
    return seconds.mean() * 1e6 / ((double) members * rounds);
  }
}
