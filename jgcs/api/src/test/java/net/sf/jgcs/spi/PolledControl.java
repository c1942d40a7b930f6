package net.sf.jgcs.spi;

import java.net.SocketAddress;
import net.sf.jgcs.InvalidStateException;

final class PolledControl
    extends AbstractBlockSession<PolledProtocol, PolledData, PolledControl, PolledGroup> {
  private boolean blocked;
  private RuntimeException failureToLeave;

  @Override
  public void join() {}

  @Override
  public void leave() throws InvalidStateException {
    if (failureToLeave != null) {
      throw failureToLeave;
    }
    throw new InvalidStateException("not joined");
  }

  /** Makes {@link #leave()} throw what a binding has no right to. */
  void failToLeave(RuntimeException failure) {
    failureToLeave = failure;
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
