package net.sf.jgcs.spi;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;

final class PolledData
    extends AbstractPollingDataSession<PolledProtocol, PolledData, PolledControl, PolledGroup> {
  final Inlet inlet = new Inlet();

  @Override
  public Message createMessage() {
    return new Text();
  }

  @Override
  public void multicast(
      Message message, Service service, Object context, Annotation... annotations) {
    throw new UnsupportedOperationException("it only reads");
  }

  @Override
  protected void read() throws IOException, InterruptedException {
    Message message = createMessage();
    message.setPayload(inlet.take().getBytes(StandardCharsets.UTF_8));
    notifyMessageListeners(message);
  }

  /** Message without a sender. */
  private static final class Text extends ArrayMessage {
    private static final long serialVersionUID = 1L;

    @Override
    public SocketAddress getSenderAddress() {
      return null;
    }
  }
}
