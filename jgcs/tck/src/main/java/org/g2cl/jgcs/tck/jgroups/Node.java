package org.g2cl.jgcs.tck.jgroups;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;

/** Member with settings of its own. */
final class Node implements AutoCloseable {
  static final String GROUP = "stacks";

  private final Protocol protocol;
  private final MembershipSession control;
  private final DataSession data;
  private final List<String> texts = new CopyOnWriteArrayList<>();

  Node(String engine, Map<String, String> settings) throws GroupException {
    protocol = Protocols.factory(engine, settings).createProtocol();
    GroupConfiguration group = Protocols.provider(engine).group(GROUP);
    control = (MembershipSession) protocol.openControlSession(group);
    data = protocol.openDataSession(group);
    data.setMessageListener(
        message -> {
          texts.add(new String(message.getPayload(), StandardCharsets.UTF_8));
          return null;
        });
  }

  void join() throws GroupException {
    control.join();
  }

  int size() throws GroupException {
    return control.getMembership().getMembershipList().size();
  }

  void send(String service, String text) throws IOException {
    Message message = data.createMessage();
    message.setPayload(text.getBytes(StandardCharsets.UTF_8));
    data.multicast(message, protocol.lookupService(service), null);
  }

  List<String> texts() {
    return texts;
  }

  Protocol protocol() {
    return protocol;
  }

  @Override
  public void close() throws IOException {
    protocol.close();
  }
}
