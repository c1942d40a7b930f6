package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;

/** Vault that clerks may open. */
@Stateful(name = "Vault")
@DeclareRoles("clerk")
@RolesAllowed("clerk")
public class VaultBean implements Vault {
  private int told;

  @Override
  public String secret() {
    return "secret " + ++told;
  }

  @Override
  @PermitAll
  public String sign() {
    return "vault";
  }

  @Override
  @Remove
  public String close() {
    return "last secret";
  }
}
