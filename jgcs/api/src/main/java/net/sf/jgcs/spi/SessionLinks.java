package net.sf.jgcs.spi;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.sf.jgcs.GroupConfiguration;

/** Sets the fields by which the two sessions of a group know each other and their protocol. */
final class SessionLinks {
  private SessionLinks() {}

  static <
          P extends AbstractProtocol<P, DS, CS, G>,
          DS extends AbstractDataSession<P, DS, CS, G>,
          CS extends AbstractControlSession<P, DS, CS, G>,
          G extends GroupConfiguration>
      void connect(P protocol, G group, CS control, DS data) {
    Lock lock = new ReentrantLock();
    control.protocol = protocol;
    control.dataSession = data;
    control.group = group;
    control.lock = lock;
    data.protocol = protocol;
    data.controlSession = control;
    data.group = group;
    data.lock = lock;
  }
}
