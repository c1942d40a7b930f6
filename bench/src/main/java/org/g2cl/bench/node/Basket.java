package org.g2cl.bench.node;

import jakarta.ejb.Remote;

/** Stateful bean whose state has a size of choice; after the cart of the peer's measurement. */
@Remote
public interface Basket {
  /** Replaces the state by so many lines of about 100 bytes each; returns their number. */
  int fill(int lines);

  /** Adds to the quantity of one line; returns the number of changes so far. */
  int put(int line, int quantity);

  /** Takes a payload that is not kept; returns its length. */
  int take(byte[] payload);

  /** Bytes of the state by Java serialization. */
  int stateBytes();

  /** Ends the session. */
  void end();
}
