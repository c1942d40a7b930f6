package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import java.util.ArrayList;
import java.util.List;

/** Stateful bean that is not serializable by declaration. */
@Stateful
public class JournalBean implements Journal {
  private final List<String> lines = new ArrayList<>();

  @Override
  public int write(String line) {
    lines.add(line);
    return lines.size();
  }
}
