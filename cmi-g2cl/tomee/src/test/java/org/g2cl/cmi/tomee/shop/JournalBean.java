package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
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

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public int writeApart(String line) {
    return write(line);
  }

  @Override
  public int lines() {
    return lines.size();
  }
}
