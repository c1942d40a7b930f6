package org.g2cl.loadtest.command;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.g2cl.loadtest.paper.Contender;
import org.g2cl.loadtest.paper.PaperSettings;

/** How much of the paper's experiment is made. */
enum Schedule {
  QUICK(5, 1, 12),
  NORMAL(10, 2, 20),
  FULL(30, 6, 30);

  private static final Duration RAMP = Duration.ofSeconds(1);

  /** Seconds that a run takes besides what counts: ramp, start of the clients, pause and log. */
  private static final double AROUND_A_RUN = 3.2;

  private static final int TO_START = 22;

  /** Seconds that a full experiment may take, some minutes below the three hours. */
  private static final int FULL_BUDGET = 9_900;

  private static final int LONGEST = 8;

  private final int rounds;
  private final int starts;
  private final int warmUp;

  Schedule(int rounds, int starts, int warmUp) {
    this.rounds = rounds;
    this.starts = starts;
    this.warmUp = warmUp;
  }

  /** Settings of this length; what is given (not 0, not null) goes before. */
  PaperSettings settings(
      List<Contender> systems,
      int[] givenClients,
      int givenRounds,
      int givenStarts,
      int givenDuration,
      int givenWarmUp,
      long seed) {
    List<Integer> points =
        givenClients == null
            ? clients()
            : Arrays.stream(givenClients).distinct().sorted().boxed().toList();
    int allRounds = given(givenRounds, rounds);
    int allStarts = Math.min(allRounds, given(givenStarts, starts));
    int warm = given(givenWarmUp, warmUp);
    int runs = systems.size() * points.size() * allRounds;
    int seconds = given(givenDuration, duration(runs, allStarts * systems.size(), warm));
    return new PaperSettings(
        systems,
        points,
        allRounds,
        allStarts,
        Duration.ofSeconds(warm),
        RAMP,
        Duration.ofSeconds(seconds),
        seed);
  }

  private List<Integer> clients() {
    return this == QUICK ? List.of(50, 70, 100) : List.of(50, 60, 70, 80, 90, 100);
  }

  private static int given(int value, int otherwise) {
    return value > 0 ? value : otherwise;
  }

  private int duration(int runs, int bedStarts, int warm) {
    if (this != FULL) {
      return this == QUICK ? 3 : 5;
    }
    double each = (FULL_BUDGET - bedStarts * (double) (TO_START + warm)) / runs - AROUND_A_RUN;
    return (int) Math.max(2, Math.min(LONGEST, Math.floor(each)));
  }

  /** Time that an experiment takes, roughly. */
  static Duration estimate(PaperSettings settings) {
    double seconds =
        settings.starts()
                * settings.systems().size()
                * (double) (TO_START + settings.warmUp().toSeconds())
            + settings.runs() * (settings.duration().toSeconds() + AROUND_A_RUN);
    return Duration.ofSeconds(Math.round(seconds));
  }
}
