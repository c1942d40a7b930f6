package org.g2cl.loadtest.bed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remote hosts over ssh; nodes are dealt out to them in turn. */
final class RemoteHosts implements Hosts {
  private final List<RemoteHost> hosts;
  private final Map<String, RemoteHost> dealt = new HashMap<>();

  RemoteHosts(Where.Remote where) {
    this.hosts = where.hosts().stream().map(host -> new RemoteHost(host, where.home())).toList();
    Parallel.run(hosts.stream().<Runnable>map(host -> host::requireUsable).toList());
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
  public boolean isExposed() {
    return true;
  }

  @Override
  public void close() {
    // the nodes end with their ssh
  }
}
