package org.g2cl;

import java.io.IOException;
import java.io.OutputStream;

/** State as it was at one point of the total order. */
@FunctionalInterface
public interface StateSnapshot {
  /**
   * Writes it, on a thread of the provider that may wait; later changes must not show. Called again
   * when the member that receives it has to begin anew.
   */
  void writeTo(OutputStream out) throws IOException;
}
