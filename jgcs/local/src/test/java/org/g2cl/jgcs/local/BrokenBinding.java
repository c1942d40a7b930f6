package org.g2cl.jgcs.local;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ServiceNames;
import org.g2cl.jgcs.tck.Binding;

/** Local binding with one fault, which the contract suite has to find. */
final class BrokenBinding implements Binding {
  /** What is wrong. */
  enum Fault {
    LOSES_MESSAGES,
    HAS_NO_TOTAL_ORDER,
    CALLS_A_FAILURE_A_LEAVE
  }

  private final LocalNetwork network = LocalNetwork.live();
  private final Fault fault;
  private int sent;

  BrokenBinding(Fault fault) {
    this.fault = fault;
    if (fault == Fault.HAS_NO_TOTAL_ORDER) {
      network.delay(Duration.ZERO, Duration.ofMillis(3));
    }
  }

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    return broken(Protocol.class, network.factory(memberName).createProtocol());
  }

  private <T> T broken(Class<T> type, T sound) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call(sound, method, arguments));
    return type.cast(proxy);
  }

  private Object call(Object sound, Method method, Object[] arguments) throws Throwable {
    if (fault == Fault.LOSES_MESSAGES && method.getName().equals("multicast") && lost()) {
      return null;
    }
    if (fault == Fault.HAS_NO_TOTAL_ORDER && method.getName().equals("lookupService")) {
      return ((Protocol) sound).lookupService(ServiceNames.UNORDERED);
    }
    try {
      return wrapped(method, method.invoke(sound, arguments));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object wrapped(Method method, Object result) {
    return switch (method.getName()) {
      case "openDataSession" -> broken(DataSession.class, (DataSession) result);
      case "openControlSession" -> broken(MembershipSession.class, (MembershipSession) result);
      case "getMembership" -> broken(Membership.class, (Membership) result);
      case "getFailedMembers" -> fault == Fault.CALLS_A_FAILURE_A_LEAVE ? List.of() : result;
      default -> result;
    };
  }

  private synchronized boolean lost() {
    return ++sent % 10 == 0;
  }

  @Override
  public GroupConfiguration group() {
    return new LocalGroup("contract");
  }

  @Override
  public String engine() {
    return "local";
  }

  @Override
  public Runnable addVictim(String memberName) throws GroupException {
    MembershipSession victim =
        (MembershipSession) createProtocol(memberName).openControlSession(group());
    victim.join();
    return () -> network.crash(victim.getLocalAddress());
  }

  @Override
  public void close() throws IOException {}
}
