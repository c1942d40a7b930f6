package org.g2cl.loadtest.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What is measured once a round.
 *
 * @param axis what grows
 * @param nodes business nodes
 * @param backups copies besides the owner's
 * @param bytes size of the state
 * @param delta whether a call changes one byte, so that a difference is sent; else it changes all,
 *     and the whole state is sent
 * @param sessions sessions that exist
 */
record ScalePoint(Axis axis, int nodes, int backups, int bytes, boolean delta, int sessions) {
  /** What grows. */
  enum Axis {
    NODES,
    BACKUPS,
    STATE,
    SESSIONS;

    String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private static final int USUAL_NODES = 6;
  private static final int USUAL_BYTES = 1_000;
  private static final int USUAL_SESSIONS = 64;

  /** Bed that it needs. */
  record Bed(int nodes, int backups) {}

  Bed bed() {
    return new Bed(nodes, backups);
  }

  /** All points: as wide as the experiment is meant, or a few. */
  static List<ScalePoint> all(boolean quick) {
    List<ScalePoint> points = new ArrayList<>();
    int usual = quick ? 3 : USUAL_NODES;
    (quick ? IntStream.of(2, 3, 5) : IntStream.rangeClosed(2, 9))
        .forEach(n -> points.add(usual(Axis.NODES, n, 1)));
    (quick ? IntStream.of(0, 1, 2) : IntStream.of(0, 1, 2, 3, usual - 1))
        .forEach(b -> points.add(usual(Axis.BACKUPS, usual, b)));
    (quick ? IntStream.of(100, 10_000) : IntStream.of(100, 1_000, 10_000, 30_000, 100_000))
        .forEach(
            bytes -> {
              points.add(new ScalePoint(Axis.STATE, usual, 1, bytes, true, USUAL_SESSIONS));
              points.add(new ScalePoint(Axis.STATE, usual, 1, bytes, false, USUAL_SESSIONS));
            });
    (quick ? IntStream.of(1, 100, 1_000) : IntStream.of(1, 10, 100, 1_000, 10_000, 100_000))
        .forEach(
            sessions -> points.add(new ScalePoint(Axis.SESSIONS, usual, 1, 100, true, sessions)));
    return points;
  }

  private static ScalePoint usual(Axis axis, int nodes, int backups) {
    return new ScalePoint(axis, nodes, backups, USUAL_BYTES, true, USUAL_SESSIONS);
  }

  /** All of these in words without spaces, the same in every JVM. */
  static String words(List<ScalePoint> points) {
    return points.stream().map(ScalePoint::word).collect(Collectors.joining(" "));
  }

  private String word() {
    String change = delta ? "difference" : "whole";
    return "%s:%d/%d/%d/%s/%d".formatted(axis.word(), nodes, backups, bytes, change, sessions);
  }

  /** Value on the axis. */
  double x() {
    return switch (axis) {
      case NODES -> nodes;
      case BACKUPS -> backups;
      case STATE -> bytes / 1e3;
      case SESSIONS -> sessions;
    };
  }

  /** Kilobytes of the state. */
  double kilobytes() {
    return bytes / 1e3;
  }

  /** Kilobytes of state that a call sends to all backups together. */
  double kilobytesSent() {
    return delta ? 0 : backups * bytes / 1e3;
  }

  /** Copies that a call sends; no more than there are other nodes. */
  int copies() {
    return Math.min(backups, nodes - 1);
  }
}
