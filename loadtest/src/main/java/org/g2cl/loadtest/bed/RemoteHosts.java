package org.g2cl.loadtest.bed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remote hosts over ssh; nodes are dealt out to them in turn. */
final class RemoteHosts implements Hosts {
  private static final BedNumbers NUMBERS = new BedNumbers();
  private static final int FIRST_PORT = 4201;

  private final int number = NUMBERS.take();
  private final List<RemoteHost> hosts;
  private final Map<String, RemoteHost> dealt = new HashMap<>();
  private boolean closed;

  RemoteHosts(Where.Remote where) {
    int firstPort = FIRST_PORT + number * RemoteHost.PORTS;
    this.hosts =
        where.hosts().stream().map(host -> new RemoteHost(host, where.home(), firstPort)).toList();
    try {
      Parallel.run(hosts.stream().<Runnable>map(host -> host::requireUsable).toList());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public synchronized Host of(String node) {
    return dealt.computeIfAbsent(node, name -> hosts.get(dealt.size() % hosts.size()));
  }

  /** Not known from here: a bed of remote hosts uses a database that was named. */
  @Override
  public String bedAddress() {
    throw BedException.environment(
        "nodes on remote hosts need a database that they can reach: name it with --jdbc-url");
  }

  @Override
  public List<? extends HostShell> shells() {
    return hosts;
  }

  @Override
  public boolean isExposed() {
    return true;
  }

  /** The nodes end with their ssh. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      NUMBERS.release(number);
    }
  }
}
