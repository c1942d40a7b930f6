package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Local;

@Local
public interface Journal {
  int write(String line);

  /** In a transaction of its own. */
  int writeApart(String line);

  int lines();
}
