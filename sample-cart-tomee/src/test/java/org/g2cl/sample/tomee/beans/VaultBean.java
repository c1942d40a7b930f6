package org.g2cl.sample.tomee.beans;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import java.io.Serializable;

/** Stateful bean that only those may call who have logged in. */
@Stateful(name = "Vault")
@DeclareRoles({"clerk", "director"})
@RolesAllowed("clerk")
public class VaultBean implements Vault, Serializable {
  private static final long serialVersionUID = 1L;

  private int sum;
  private String maker;

  @Resource private SessionContext context;

  @PostConstruct
  void made() {
    maker = context.getCallerPrincipal().getName();
  }

  @Override
  public int deposit(int amount) {
    sum += amount;
    return sum;
  }

  @Override
  public String caller() {
    return context.getCallerPrincipal().getName();
  }

  @Override
  public String maker() {
    return maker;
  }

  @Override
  @RolesAllowed("director")
  public void empty() {
    sum = 0;
  }

  @Override
  @PermitAll
  public String server() {
    return System.getProperty("g2cl.location");
  }
}
