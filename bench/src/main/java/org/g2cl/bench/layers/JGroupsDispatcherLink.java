package org.g2cl.bench.layers;

import java.io.IOException;
import java.util.Map;
import org.g2cl.bench.delivery.Channels;
import org.g2cl.bench.worker.BenchException;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.blocks.MessageDispatcher;
import org.jgroups.blocks.RequestOptions;

/** JGroups' own MessageDispatcher. */
final class JGroupsDispatcherLink implements Link {
  private static final long TIMEOUT_MILLIS = 10_000;

  private final JChannel channel;
  private final MessageDispatcher dispatcher;
  private final RequestOptions options;

  private JGroupsDispatcherLink(
      JChannel channel, MessageDispatcher dispatcher, RequestOptions options) {
    this.channel = channel;
    this.dispatcher = dispatcher;
    this.options = options;
  }

  static JGroupsDispatcherLink open(
      String group, Map<String, String> settings, Message.Flag... flags) throws Exception {
    JChannel channel = Channels.create(settings);
    MessageDispatcher dispatcher =
        new MessageDispatcher(channel, message -> Link.acknowledgement());
    channel.connect(group);
    RequestOptions options = RequestOptions.SYNC().timeout(TIMEOUT_MILLIS).flags(flags);
    return new JGroupsDispatcherLink(channel, dispatcher, options);
  }

  @Override
  public int members() {
    return channel.getView().size();
  }

  @Override
  public void roundTrip(byte[] payload) throws Exception {
    byte[] answer = dispatcher.sendMessage(new BytesMessage(Others.of(channel), payload), options);
    if (answer.length != 1) {
      throw new IllegalStateException("answer of " + answer.length + " bytes");
    }
  }

  @Override
  public void close() {
    try {
      dispatcher.close();
    } catch (IOException e) {
      throw new BenchException("a dispatcher cannot be closed: " + e, e);
    } finally {
      channel.close();
    }
  }
}
