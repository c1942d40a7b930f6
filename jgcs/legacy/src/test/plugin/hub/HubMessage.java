package hub;

import java.net.SocketAddress;
import net.sf.jgcs.Message;

public class HubMessage implements Message {
  private byte[] payload;
  private SocketAddress sender;

  @Override
  public void setPayload(byte[] payload) {
    this.payload = payload;
  }

  @Override
  public byte[] getPayload() {
    return payload;
  }

  @Override
  public SocketAddress getSenderAddress() {
    return sender;
  }

  @Override
  public void setSenderAddress(SocketAddress sender) {
    this.sender = sender;
  }
}
