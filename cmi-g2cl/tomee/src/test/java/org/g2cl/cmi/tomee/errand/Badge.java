package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Remote;

/** Remote view of a bean that may put another value in place of one that the server injects. */
@Remote
public interface Badge {
  String name();

  void rename(String name);
}
