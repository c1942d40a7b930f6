package org.g2cl.loadtest.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.load.Hit;

/** Maker of reports for tests. */
public final class SampleReport {
  private SampleReport() {}

  /** Times of 500 requests by five clients. */
  public static Timeline timeline() {
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      hits.add(new Hit(i * 10_000L, 1_000 + i * 100L, 200, "web1", "run", i % 5));
    }
    return new Timeline(hits);
  }

  /**
   * A report of that recovery.
   *
   * @param recovery null for none
   */
  public static Report of(Long recovery) {
    return new Report(
        9,
        50,
        1000,
        0,
        3,
        0,
        0,
        0,
        1,
        1.5,
        2.5,
        3.5,
        200,
        900,
        recovery,
        "Carts were harmed: 3 updates lost, 2 < 3.",
        false,
        List.of(),
        true,
        1,
        6,
        2,
        0,
        0,
        40,
        4,
        2,
        1,
        "2026-11-20T12:00:00Z",
        Map.of("run", 60.0),
        Map.of("whole run", new Slice(0, 60, 12_345, 0, 200, 1.5, 2.5, 3.5, 900)),
        List.of(new Report.Mark(2.5, "business3 killed")),
        Map.of("processors", "2"),
        Map.of("Java", "17"));
  }
}
