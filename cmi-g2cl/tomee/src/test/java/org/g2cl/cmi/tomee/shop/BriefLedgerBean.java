package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.util.concurrent.TimeUnit;

/** Ledger with transactions of its own whose sessions are soon over. */
@Stateful(name = "BriefLedger")
@StatefulTimeout(value = 1, unit = TimeUnit.SECONDS)
@TransactionManagement(TransactionManagementType.BEAN)
public class BriefLedgerBean extends OwnLedgerBean {
  private static final long serialVersionUID = 1L;
}
