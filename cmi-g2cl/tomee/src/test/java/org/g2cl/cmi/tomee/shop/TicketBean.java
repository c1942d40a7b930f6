package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import java.util.concurrent.TimeUnit;

/** Bean that says a time-out of its sessions which a test can wait for. */
@Stateful(name = "Ticket")
@StatefulTimeout(value = TicketBean.SECONDS, unit = TimeUnit.SECONDS)
public class TicketBean implements Ticket {
  public static final long SECONDS = 3;

  private int used;

  @Override
  public int use() {
    return ++used;
  }
}
