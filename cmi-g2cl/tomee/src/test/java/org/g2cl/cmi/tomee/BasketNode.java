package org.g2cl.cmi.tomee;

import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BranchBean;
import org.g2cl.cmi.tomee.shop.BriefLedgerBean;
import org.g2cl.cmi.tomee.shop.LateLedgerBean;
import org.g2cl.cmi.tomee.shop.LedgerAudit;
import org.g2cl.cmi.tomee.shop.LedgerBean;
import org.g2cl.cmi.tomee.shop.OwnLedgerBean;
import org.g2cl.cmi.tomee.shop.SafeBean;
import org.g2cl.jgcs.tck.FreePorts;

/** Node in the test's JVM with the basket, a database in memory and a group of one. */
final class BasketNode implements AutoCloseable {
  /** Instances kept in memory. */
  static final int CAPACITY = 20;

  final MemoryGroup group = new MemoryGroup();
  final EmbeddedBusinessNode node;
  final EjbdClient client;
  final OrdersDatabase database = new OrdersDatabase();

  BasketNode() throws Exception {
    this(Application.BASKET, ContentLimits.defaults());
  }

  BasketNode(Application application) throws Exception {
    this(application, ContentLimits.defaults());
  }

  BasketNode(int capacity) throws Exception {
    this(Application.BASKET, ContentLimits.defaults(), capacity);
  }

  BasketNode(Application application, ContentLimits limits) throws Exception {
    this(application, limits, CAPACITY);
  }

  private BasketNode(Application application, ContentLimits limits, int capacity) throws Exception {
    group.limit(limits);
    node =
        database
            .addTo(application.addTo(EmbeddedBusinessNode.builder()))
            .port(FreePorts.next())
            .classes(LedgerBean.class, OwnLedgerBean.class, LedgerAudit.class, LateLedgerBean.class)
            .classes(BranchBean.class, SafeBean.class, BriefLedgerBean.class)
            .property("ReplicatedStateful.Capacity", Integer.toString(capacity))
            .idempotentMethods("Basket.first*")
            .group(group)
            .start();
    client = new EjbdClient(node.location(), "BasketRemote", Basket.class);
  }

  MemoryPropagation memory() {
    return group.memory();
  }

  String newBasket() throws Exception {
    return client.create(EjbdClient.newId());
  }

  @Override
  public void close() {
    node.close();
  }
}
