package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the nodes of a bed run on: this machine's loopback, network namespaces, or remote hosts. */
public sealed interface Where {
  /** Processes of this machine, all on 127.0.0.1, with ports of their own. */
  record Loopback() implements Where {}

  /**
   * Processes of this machine, each in a network namespace with an address of its own; this JVM
   * must be in one itself, see {@link Namespaces}.
   */
  record OwnNamespaces() implements Where {}

  /**
   * Processes of other machines, started over ssh.
   *
   * @param hosts hosts that the nodes are dealt out to, in turn
   * @param home directory of the built project on each of them
   */
  record Remote(List<SshHost> hosts, Path home) implements Where {
    /** Copies the list, which must not be empty. */
    public Remote {
      hosts = List.copyOf(hosts);
      if (hosts.isEmpty()) {
        throw BedException.environment("the list of remote hosts is empty: name at least one");
      }
    }
  }

  /** This machine's loopback. */
  static Where loopback() {
    return new Loopback();
  }

  /** Network namespaces of this machine. */
  static Where namespaces() {
    return new OwnNamespaces();
  }

  /**
   * Reads {@code loopback}, {@code namespaces}, or remote hosts with commas between, each {@code
   * [user@]host[:ssh-port][=address]}.
   *
   * @param home directory of the built project on remote hosts
   * @throws BedException when it is none of these
   */
  static Where parse(String text, Path home) {
    return switch (text) {
      case "loopback" -> loopback();
      case "namespaces" -> namespaces();
      default ->
          new Remote(
              Arrays.stream(text.split(",", -1)).map(String::strip).map(SshHost::parse).toList(),
              home);
    };
  }

  /** As {@link #parse} reads it. */
  default String word() {
    if (this instanceof Remote remote) {
      return remote.hosts().stream().map(SshHost::toString).collect(Collectors.joining(","));
    }
    return this instanceof OwnNamespaces ? "namespaces" : "loopback";
  }

  /** Whether the nodes are in one network that can be cut. */
  default boolean canBeCut() {
    return this instanceof OwnNamespaces;
  }

  /**
   * Whether neither the nodes nor this JVM reach what is outside of the bed: other hosts, and what
   * listens on this machine.
   */
  default boolean isApart() {
    return this instanceof OwnNamespaces;
  }

  /** Whether the nodes take memory of this machine. */
  default boolean isThisMachine() {
    return !(this instanceof Remote);
  }

  /** Makes it ready. */
  default Hosts open(Ports ports) {
    if (this instanceof Remote remote) {
      return new RemoteHosts(remote);
    }
    return this instanceof OwnNamespaces ? Namespaces.open() : new LoopbackHosts(ports);
  }
}
