package org.g2cl.jgcs.tck;

import java.net.SocketAddress;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;

/** Objects of no binding, which every binding must refuse by a ClassCastException. */
final class Foreign {
  private Foreign() {}

  record Group(String name) implements GroupConfiguration {}

  record AnyService(String name) implements Service {
    @Override
    public boolean satisfies(Service service) {
      return true;
    }
  }

  static final class AnyMessage implements Message {
    private static final long serialVersionUID = 1L;

    @Override
    public void setPayload(byte[] payload) {}

    @Override
    public byte[] getPayload() {
      return new byte[0];
    }

    @Override
    public SocketAddress getSenderAddress() {
      return null;
    }
  }
}
