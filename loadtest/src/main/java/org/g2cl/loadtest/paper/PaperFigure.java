package org.g2cl.loadtest.paper;

import java.util.Locale;

/**
 * What the paper's text states of its Figure 1, as response time over that of the original, CMI on
 * JGroups 2.6.
 *
 * <p>Source: Sales, Teófilo, Mendonça, "G2CL: A Generic Group Communication Layer for Clustered
 * Applications", DAIS 2010, section 4.3. Values that are drawn only are not repeated.
 */
final class PaperFigure {
  private static final int FEWEST_CLIENTS = 50;
  private static final int MOST_CLIENTS = 100;

  private PaperFigure() {}

  /** Whether the paper's figure has this number of clients. */
  static boolean isOfThePaper(int clients) {
    return clients >= FEWEST_CLIENTS && clients <= MOST_CLIENTS;
  }

  /** For instance {@code 1.27}; a dash where the text says nothing. */
  static String of(Contender system, int clients) {
    if (!isOfThePaper(clients)) {
      return "–";
    }
    return switch (system) {
      case DIRECT -> "1";
      case JGROUPS -> jgroups(clients);
      case LEGACY -> "about 1.25";
      case SPREAD -> clients == MOST_CLIENTS ? "1.42" : "up to 1.42";
      case NONE, JGROUPS4 -> "–";
    };
  }

  private static String jgroups(int clients) {
    if (clients == FEWEST_CLIENTS) {
      return "1.27";
    }
    return clients >= 70 ? "under 1.05" : "–";
  }

  static String ours(Point point) {
    return point.ratioToDirect() == null
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.2f (%.2f to %.2f)",
            point.ratioToDirect(),
            point.ratioLow(),
            point.ratioHigh());
  }
}
