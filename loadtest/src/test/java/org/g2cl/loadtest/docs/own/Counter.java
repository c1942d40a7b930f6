package org.g2cl.loadtest.docs.own;

import jakarta.ejb.Remote;

/** Remote view of the counter. */
@Remote
public interface Counter {
  int add(int number);
}
