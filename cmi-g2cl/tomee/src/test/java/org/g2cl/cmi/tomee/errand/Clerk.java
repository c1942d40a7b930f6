package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Remote;

@Remote
public interface Clerk {
  int serve();
}
