package org.g2cl.jgcs.jgroups;

import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;

/** Transport of a stack that tells which threads wrote to whom, and sends nothing unless told. */
public final class WritersTcp extends TCP {
  final BlockingQueue<Written> written = new LinkedBlockingQueue<>();

  /** Members that cannot be written to. */
  final Set<Address> gone = ConcurrentHashMap.newKeySet();

  volatile boolean sends;

  /** For JGroups. */
  public WritersTcp() {
    id = ClassConfigurator.getProtocolId(TCP.class);
  }

  record Written(Address to, Thread by) {}

  @Override
  public void doSend(byte[] buf, int offset, int length, Address dest) throws Exception {
    boolean isGone = dest != null && gone.contains(dest);
    written.add(new Written(dest, Thread.currentThread()));
    if (isGone) {
      throw new ConnectException("for the test");
    }
    if (sends) {
      super.doSend(buf, offset, length, dest);
    }
  }
}
