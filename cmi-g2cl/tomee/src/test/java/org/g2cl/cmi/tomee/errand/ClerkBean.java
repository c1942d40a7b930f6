package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Stateful;
import java.io.Serializable;

@Stateful(name = "Clerk")
public class ClerkBean extends Desk implements Clerk, Serializable {
  private static final long serialVersionUID = 1L;

  @Override
  public int serve() {
    return ++served;
  }
}
