package org.g2cl.jgcs.legacy;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.jgcs.tck.Binding;

/** Our own plug-in of jGCS 0.6 for the contract suite; each test has a group of its own. */
final class LegacyBinding implements Binding {
  private static int lastGroup;
  private final GroupConfiguration group = new LegacyGroup("g" + nextGroup());
  private final String deliverOn;
  private final String totalOrder;

  LegacyBinding(String totalOrder, String deliverOn) {
    this.totalOrder = totalOrder;
    this.deliverOn = deliverOn;
  }

  private static synchronized int nextGroup() {
    return ++lastGroup;
  }

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    Map<String, String> settings = HubPlugin.settings(memberName);
    settings.put(LegacySettings.SERVICE + "fifo", "ordered");
    settings.put(LegacySettings.SERVICE + "total-order", totalOrder);
    settings.put(LegacySettings.DELIVER_ON, deliverOn);
    return Protocols.factory(engine(), settings).createProtocol();
  }

  @Override
  public GroupConfiguration group() {
    return group;
  }

  @Override
  public String engine() {
    return LegacyProtocolProvider.NAME;
  }

  @Override
  public Map<String, String> settings() {
    return HubPlugin.settings("a");
  }

  @Override
  public boolean namesMembers() {
    return false;
  }

  @Override
  public Runnable addVictim(String memberName) throws GroupException {
    ControlSession victim = createProtocol(memberName).openControlSession(group());
    victim.join();
    SocketAddress address = victim.getLocalAddress();
    return () -> crash(address);
  }

  private static void crash(SocketAddress address) {
    try {
      HubPlugin.hub("crash", address);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {}
}
