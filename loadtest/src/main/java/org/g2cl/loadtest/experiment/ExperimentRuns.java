package org.g2cl.loadtest.experiment;

import java.nio.file.Path;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.Tools;

/**
 * Measurements of an experiment in a directory: those made so far, and the making of the others.
 */
public interface ExperimentRuns {
  /** Directory of its results. */
  Path directory();

  /**
   * Opens the results, see {@link ResultFolder#open}; to be called first.
   *
   * @throws BedException when an interrupted one had other settings, another build or another
   *     machine, or files cannot be written
   */
  void open(Opening opening);

  /** Opens results only to report them, with whatever settings they were made. */
  void openForReport();

  /** Measurements made so far. */
  int made();

  /** Measurements in all. */
  int planned();

  /**
   * What remains of an experiment that ends early, in a sentence or two.
   *
   * @param unit what a measurement is called, of which more end in s
   */
  default String kept(String unit) {
    return "%d of %d %ss are kept; the same command goes on from there."
        .formatted(made(), planned(), unit);
  }

  /**
   * Makes the measurements that are missing, and keeps each at once.
   *
   * @throws BedException when a bed does not start, or breaks again and again
   */
  void run(Tools tools, Narrator narrator) throws InterruptedException;

  /** Ends all processes at once, from any thread. */
  void abort();
}
