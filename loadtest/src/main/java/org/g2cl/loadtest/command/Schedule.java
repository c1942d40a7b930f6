package org.g2cl.loadtest.command;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.g2cl.loadtest.paper.Contender;
import org.g2cl.loadtest.paper.PaperSettings;

/** How much of the paper's experiment is made. */
enum Schedule {
  /** Its budget is below the ten minutes that it promises; rounds are left out to keep it. */
  QUICK(5, 1, 12, 3, 550),
  NORMAL(30, 3, 20, 5, Integer.MAX_VALUE),
  /** Its budget is some minutes below the three hours; it always has its rounds. */
  FULL(30, 6, 30, 8, 9_900);

  private static final Duration RAMP = Duration.ofSeconds(1);

  /** Seconds that a run takes besides what counts: ramp, start of the clients, pause and log. */
  private static final double AROUND_A_RUN = 3.2;

  private static final int TO_START = 22;
  private static final int SHORTEST = 2;

  private final int rounds;
  private final int starts;
  private final int warmUp;
  private final int longest;
  private final int budget;

  Schedule(int rounds, int starts, int warmUp, int longest, int budget) {
    this.rounds = rounds;
    this.starts = starts;
    this.warmUp = warmUp;
    this.longest = longest;
    this.budget = budget;
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
    int warm = given(givenWarmUp, warmUp);
    int wantedStarts = given(givenStarts, starts);
    int runsOfARound = systems.size() * points.size();
    double left = left(wantedStarts * systems.size(), warm);
    int allRounds = given(givenRounds, rounds(left / runsOfARound, givenDuration));
    int allStarts = Math.min(allRounds, wantedStarts);
    int runs = runsOfARound * allRounds;
    int seconds = given(givenDuration, duration(left(allStarts * systems.size(), warm) / runs));
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

  /** Seconds of the budget that starts leave for runs. */
  private double left(int bedStarts, int warm) {
    return budget - bedStarts * (double) (TO_START + warm);
  }

  private int rounds(double secondsForARound, int givenDuration) {
    if (this != QUICK) {
      return rounds;
    }
    double each = AROUND_A_RUN + given(givenDuration, SHORTEST);
    return (int) Math.max(1, Math.min(rounds, Math.floor(secondsForARound / each)));
  }

  private int duration(double secondsForARun) {
    double each = Math.floor(secondsForARun - AROUND_A_RUN);
    return (int) Math.max(SHORTEST, Math.min(longest, each));
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
