package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;

/** Vault that everybody may open. */
@Stateful(name = "OpenVault")
public class OpenVaultBean implements Vault {
  @Override
  public String secret() {
    return "no secret";
  }

  @Override
  public String sign() {
    return "open vault";
  }

  @Override
  @Remove
  public String close() {
    return "closed";
  }
}
