package org.g2cl.loadtest.experiment;

import java.util.function.Consumer;

/**
 * How an experiment is begun or gone on with.
 *
 * @param fresh begins anew in any case
 * @param origin machine and versions of now
 * @param said takes what becomes of earlier results, a sentence
 */
public record Start(boolean fresh, Origin origin, Consumer<String> said) {
  /** The same, beginning anew. */
  public Start anew() {
    return new Start(true, origin, said);
  }
}
