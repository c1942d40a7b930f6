package org.g2cl.jgcs.jgroups;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.annotations.Property;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.UUID;

/** Protocol of a stack of JGroups that hears nothing of some members, and suspects them at once. */
public final class SeveredLink extends Protocol {
  private static final Map<String, SeveredLink> BY_MEMBER = new ConcurrentHashMap<>();

  private static final AtomicLong NEXT_ADDRESS = new AtomicLong();

  private final Set<Address> unheard = ConcurrentHashMap.newKeySet();

  @Property(description = "Whether each channel has a higher address than those before it")
  private boolean ordered;

  @Override
  public void init() throws Exception {
    super.init();
    if (ordered) {
      getProtocolStack()
          .getChannel()
          .addAddressGenerator(() -> new UUID(NEXT_ADDRESS.incrementAndGet(), 0));
    }
  }

  @Override
  public void start() throws Exception {
    super.start();
    BY_MEMBER.put(getProtocolStack().getChannel().getName(), this);
  }

  @Override
  public void stop() {
    super.stop();
    BY_MEMBER.values().remove(this);
  }

  static void cutOff(String member) {
    SeveredLink out = BY_MEMBER.get(member);
    List<Address> others = out.others();
    putOut(member);
    out.suspect(others);
  }

  /** Does not tell it, so that it keeps its view. */
  static void putOut(String member) {
    SeveredLink out = BY_MEMBER.get(member);
    Address self = out.getProtocolStack().getChannel().getAddress();
    List<SeveredLink> otherLinks =
        BY_MEMBER.values().stream().filter(link -> !link.equals(out)).toList();
    out.unheard.addAll(out.others());
    otherLinks.forEach(link -> link.unheard.add(self));
    otherLinks.forEach(link -> link.suspect(List.of(self)));
  }

  private List<Address> others() {
    List<Address> others = new ArrayList<>(getProtocolStack().getChannel().getView().getMembers());
    others.remove(getProtocolStack().getChannel().getAddress());
    return others;
  }

  static void letBack() {
    BY_MEMBER.values().forEach(link -> link.unheard.clear());
  }

  private void suspect(List<Address> members) {
    up_prot.up(new Event(Event.SUSPECT, members));
  }

  @Override
  public Object up(Message message) {
    return isUnheard(message) ? null : up_prot.up(message);
  }

  @Override
  public void up(MessageBatch batch) {
    for (Iterator<Message> messages = batch.iterator(); messages.hasNext(); ) {
      if (isUnheard(messages.next())) {
        messages.remove();
      }
    }
    if (!batch.isEmpty()) {
      up_prot.up(batch);
    }
  }

  private boolean isUnheard(Message message) {
    return message != null && message.getSrc() != null && unheard.contains(message.getSrc());
  }
}
