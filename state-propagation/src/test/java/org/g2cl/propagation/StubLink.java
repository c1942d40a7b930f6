package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Link by which nothing can be sent; a test overrides what may be. */
class StubLink implements GroupLink {
  private final SocketAddress self;
  private final List<SocketAddress> members;

  StubLink(SocketAddress self, List<SocketAddress> members) {
    this.self = self;
    this.members = members;
  }

  @Override
  public SocketAddress self() {
    return self;
  }

  @Override
  public List<SocketAddress> members() {
    return members;
  }

  @Override
  public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<byte[]> askSurely(SocketAddress member, byte[] frame, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isCutOff(Throwable failure) {
    return false;
  }

  @Override
  public void tell(Iterable<SocketAddress> members, byte[] frame) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<SocketAddress, byte[]> askAllInOrder(byte[] frame, Duration timeout) {
    throw new UnsupportedOperationException();
  }
}
