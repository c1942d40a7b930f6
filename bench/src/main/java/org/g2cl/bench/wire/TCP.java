package org.g2cl.bench.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;

/**
 * JGroups' TCP transport that counts what it writes to its sockets.
 *
 * <p>Named as the original, since bindings know a transport by its simple name. Public because
 * JGroups makes it by its name in the stack; checked against 5.5.7.
 */
public final class TCP extends org.jgroups.protocols.TCP {
  /** JGroups' TCP writes the length of each frame before it. */
  private static final int LENGTH_PREFIX = 4;

  private static final Map<Integer, LongAdder> WRITTEN = new ConcurrentHashMap<>();

  /** Creates one that is not started yet. */
  public TCP() {
    // headers carry the id of the protocol that they belong to
    setId(ClassConfigurator.getProtocolId(org.jgroups.protocols.TCP.class));
  }

  /** Bytes written so far by the transport of this JVM that is bound to a port. */
  static long written(int port) {
    LongAdder counter = WRITTEN.get(port);
    return counter == null ? 0 : counter.sum();
  }

  @Override
  public void send(Address dest, byte[] data, int offset, int length) throws Exception {
    WRITTEN
        .computeIfAbsent(getBindPort(), port -> new LongAdder())
        .add((long) length + LENGTH_PREFIX);
    super.send(dest, data, offset, length);
  }
}
