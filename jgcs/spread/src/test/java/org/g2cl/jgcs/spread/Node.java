package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.Message;
import net.sf.jgcs.MessageListener;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spread.SpGroup;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Member of the group "g" that keeps what it hears. */
final class Node implements AutoCloseable, MembershipListener {
  final Protocol protocol;
  final SpreadControlSession control;
  final DataSession data;

  /** Texts, views and exclusions, in order. */
  final List<String> heard = new CopyOnWriteArrayList<>();

  final List<byte[]> payloads = new CopyOnWriteArrayList<>();
  final List<Membership> views = new CopyOnWriteArrayList<>();
  final List<String> errors = new CopyOnWriteArrayList<>();

  /** Creates a member with settings besides its name and the daemons: key, value, ... */
  Node(String name, String daemons, String... settings) throws Exception {
    this(Protocols.factory("spread", properties(name, daemons, settings)).createProtocol());
  }

  /** Creates a member of that protocol. */
  Node(Protocol protocol) throws GroupException {
    this.protocol = protocol;
    SpGroup group = new SpGroup("g");
    control = (SpreadControlSession) protocol.openControlSession(group);
    data = protocol.openDataSession(group);
    control.setMembershipListener(this);
    control.setExceptionListener(e -> errors.add(e.getMessage()));
    data.setMessageListener(this::keep);
  }

  static Map<String, String> properties(String name, String daemons, String... settings) {
    Map<String, String> properties = new HashMap<>();
    properties.put(ProtocolProvider.MEMBER_NAME, name);
    properties.put(ProtocolProvider.PEERS, daemons);
    for (int i = 0; i < settings.length; i += 2) {
      properties.put(settings[i], settings[i + 1]);
    }
    return properties;
  }

  static Node joined(String name, String daemons, String... settings) throws Exception {
    Node node = new Node(name, daemons, settings);
    try {
      node.control.join();
      return node;
    } catch (GroupException e) {
      node.close();
      throw e;
    }
  }

  static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
  }

  Object keep(Message message) {
    payloads.add(message.getPayload());
    heard.add(new String(message.getPayload(), StandardCharsets.ISO_8859_1));
    return null;
  }

  void listen(MessageListener listener) throws GroupException {
    data.setMessageListener(listener);
  }

  @Override
  public void onMembershipChange() {
    try {
      Membership view = control.getMembership();
      views.add(view);
      heard.add(view.getMembershipList().toString());
    } catch (GroupException e) {
      heard.add(e.toString());
    }
  }

  @Override
  public void onExcluded() {
    heard.add("excluded");
  }

  void send(String service, byte[] payload, Annotation... annotations) throws Exception {
    Message message = data.createMessage();
    message.setPayload(payload);
    data.multicast(message, protocol.lookupService(service), null, annotations);
  }

  void send(String service, String text, Annotation... annotations) throws Exception {
    send(service, text.getBytes(StandardCharsets.ISO_8859_1), annotations);
  }

  boolean sees(int members) {
    return !views.isEmpty() && lastView().getMembershipList().size() == members;
  }

  Membership lastView() {
    return views.get(views.size() - 1);
  }

  SpreadAddress address() {
    return (SpreadAddress) control.getLocalAddress();
  }

  @Override
  public void close() throws IOException {
    protocol.close();
  }
}
