package net.sf.jgcs.spi;

import java.net.SocketAddress;
import net.sf.jgcs.InvalidStateException;

final class PolledControl
    extends AbstractBlockSession<PolledProtocol, PolledData, PolledControl, PolledGroup> {
  private boolean blocked;

  @Override
  public void join() {}

  @Override
  public void leave() throws InvalidStateException {
    throw new InvalidStateException("not joined");
  }

  @Override
  public SocketAddress getLocalAddress() {
    return null;
  }

  @Override
  public void blockOk() {
    blocked = true;
  }

  @Override
  public boolean isBlocked() {
    return blocked;
  }
}
