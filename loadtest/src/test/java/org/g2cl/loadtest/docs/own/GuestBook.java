package org.g2cl.loadtest.docs.own;

import jakarta.ejb.Remote;

/** Remote view of the guest book. */
@Remote
public interface GuestBook {
  int sign(String name);
}
