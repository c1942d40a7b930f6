package org.g2cl.loadtest.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Order of the measurements: round by round; in a round bed by bed and on a bed point by point, in
 * orders drawn anew, so that none always comes after the same other.
 *
 * <p>On a bed the points by nodes and by backups come first: most beds have no others, so these are
 * compared at the same age. Points with many sessions come last, since sessions are made but once.
 */
final class ScalePlan {
  private static final Comparator<ScalePoint> BY_AXIS =
      Comparator.comparingInt(ScalePlan::stage).thenComparingInt(ScalePlan::sessions);

  private ScalePlan() {}

  /**
   * What is to be measured in which round.
   *
   * @param round from 1
   */
  record Step(int round, ScalePoint point) {}

  /** All measurements, in their order, which the seed decides. */
  static List<Step> of(ScaleSettings settings) {
    Random random = new Random(settings.seed());
    List<Step> steps = new ArrayList<>();
    for (int round = 1; round <= settings.rounds(); round++) {
      for (ScalePoint point : round(settings.points(), random)) {
        steps.add(new Step(round, point));
      }
    }
    return steps;
  }

  private static List<ScalePoint> round(List<ScalePoint> all, Random random) {
    Map<ScalePoint.Bed, List<ScalePoint>> beds =
        all.stream()
            .collect(
                Collectors.groupingBy(ScalePoint::bed, LinkedHashMap::new, Collectors.toList()));
    List<ScalePoint.Bed> order = new ArrayList<>(beds.keySet());
    Collections.shuffle(order, random);
    List<ScalePoint> points = new ArrayList<>();
    for (ScalePoint.Bed bed : order) {
      List<ScalePoint> own = new ArrayList<>(beds.get(bed));
      Collections.shuffle(own, random);
      own.sort(BY_AXIS);
      points.addAll(own);
    }
    return points;
  }

  private static int stage(ScalePoint point) {
    return switch (point.axis()) {
      case NODES, BACKUPS -> 0;
      case STATE -> 1;
      case SESSIONS -> 2;
    };
  }

  private static int sessions(ScalePoint point) {
    return point.axis() == ScalePoint.Axis.SESSIONS ? point.sessions() : 0;
  }
}
