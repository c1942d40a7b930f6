package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import javax.sql.DataSource;

/** Writer of rows that stay when the caller's are rolled back. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class LedgerAudit {
  @Resource(name = "shop")
  private DataSource shop;

  public void write(String row) {
    LedgerRows.insert(shop, row);
  }
}
