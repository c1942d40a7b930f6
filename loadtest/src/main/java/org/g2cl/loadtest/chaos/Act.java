package org.g2cl.loadtest.chaos;

/** What a client does with its cart. */
enum Act {
  CREATE,
  INSERT,
  UPDATE,
  REMOVE,
  CHECKOUT,
  READ,
  CLOSE
}
