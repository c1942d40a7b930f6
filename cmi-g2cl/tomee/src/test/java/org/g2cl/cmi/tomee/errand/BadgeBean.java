package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateful;

@Stateful(name = "Badge")
public class BadgeBean implements Badge {
  @Resource(lookup = "java:module/ModuleName")
  private String name;

  @Override
  public String name() {
    return name;
  }

  @Override
  public void rename(String newName) {
    name = newName;
  }
}
