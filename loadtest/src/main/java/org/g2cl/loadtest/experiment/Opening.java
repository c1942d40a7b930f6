package org.g2cl.loadtest.experiment;

import java.util.function.Consumer;

/**
 * How results are opened to add to them.
 *
 * @param fresh begins anew in any case
 * @param origin machine and versions of now
 * @param said takes what becomes of earlier results, a sentence
 */
public record Opening(boolean fresh, Origin origin, Consumer<String> said) {
  /** The same, beginning anew. */
  public Opening anew() {
    return new Opening(true, origin, said);
  }
}
