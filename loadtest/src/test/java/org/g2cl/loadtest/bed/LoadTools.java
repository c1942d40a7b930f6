package org.g2cl.loadtest.bed;

import org.junit.jupiter.api.Assumptions;

/** Apache httpd and ab of this machine, for tests that load a bed. */
public final class LoadTools {
  private LoadTools() {}

  /** The tools; a test on a machine without them is skipped, and says so. */
  public static Tools orSkip() {
    try {
      return Tools.find();
    } catch (BedException e) {
      return Assumptions.abort(e.getMessage());
    }
  }
}
