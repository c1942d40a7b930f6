package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;

/** Member that keeps what it hears: messages as text, views, and exclusions. */
final class Member implements MembershipListener {
  private final String name;
  private final Protocol protocol;
  private final MembershipSession control;
  private final DataSession data;
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private final List<byte[]> payloads = new CopyOnWriteArrayList<>();
  private final List<SocketAddress> senders = new CopyOnWriteArrayList<>();
  private final List<Membership> views = new CopyOnWriteArrayList<>();

  /** How many messages came before each view. */
  private final List<Integer> places = new CopyOnWriteArrayList<>();

  private final List<String> exclusions = new CopyOnWriteArrayList<>();
  private volatile Duration pace = Duration.ZERO;

  Member(String name, Protocol protocol, GroupConfiguration group) throws GroupException {
    this.name = name;
    this.protocol = protocol;
    control = (MembershipSession) protocol.openControlSession(group);
    data = protocol.openDataSession(group);
    control.setMembershipListener(this);
    data.setMessageListener(this::onMessage);
  }

  /** Has the listener take so long for each message. */
  void slowDown(Duration each) {
    pace = each;
  }

  private Object onMessage(Message message) {
    LockSupport.parkNanos(pace.toNanos());
    senders.add(message.getSenderAddress());
    payloads.add(message.getPayload());
    texts.add(new String(message.getPayload(), StandardCharsets.UTF_8));
    return null;
  }

  @Override
  public void onMembershipChange() {
    try {
      places.add(texts.size());
      views.add(control.getMembership());
    } catch (GroupException e) {
      exclusions.add("no membership inside the callback: " + e);
    }
  }

  @Override
  public void onExcluded() {
    exclusions.add("excluded");
  }

  void send(String service, String text, Annotation... annotations) throws IOException {
    send(service, text.getBytes(StandardCharsets.UTF_8), annotations);
  }

  void send(String service, byte[] payload, Annotation... annotations) throws IOException {
    Message message = data.createMessage();
    message.setPayload(payload);
    send(service, message, annotations);
  }

  void send(
      String service, byte[] head, byte[] body, int offset, int length, Annotation... annotations)
      throws IOException {
    Message message = data.createMessage();
    message.setPayload(head, body, offset, length);
    send(service, message, annotations);
  }

  private void send(String service, Message message, Annotation... annotations) throws IOException {
    data.multicast(
        message, service == null ? null : protocol.lookupService(service), null, annotations);
  }

  boolean sees(int members) {
    return !views.isEmpty() && lastView().getMembershipList().size() == members;
  }

  Membership lastView() {
    return views.get(views.size() - 1);
  }

  /** How many messages came before the last view. */
  int lastPlace() {
    return places.get(places.size() - 1);
  }

  SocketAddress address() {
    return control.getLocalAddress();
  }

  Protocol protocol() {
    return protocol;
  }

  MembershipSession control() {
    return control;
  }

  DataSession data() {
    return data;
  }

  List<String> texts() {
    return texts;
  }

  List<byte[]> payloads() {
    return payloads;
  }

  List<SocketAddress> senders() {
    return senders;
  }

  List<Membership> views() {
    return views;
  }

  List<String> exclusions() {
    return exclusions;
  }

  @Override
  public String toString() {
    return "%s: views %s, %d messages, %s".formatted(name, views, texts.size(), exclusions);
  }
}
