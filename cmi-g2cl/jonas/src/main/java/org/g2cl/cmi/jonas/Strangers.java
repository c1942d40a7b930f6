package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.g2cl.cmi.core.DaemonTimer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch for peers that listen and are not in the group: servers with stock CMI, above all, which
 * cannot be in one cluster with this one. Each is told once, as an error that says what to do.
 *
 * <p>Looks again and again, since such a server may be started later. A peer is known by the
 * address under which it was configured; one that is in the group under another name would be told
 * of wrongly, so members whose names are no addresses end the watch.
 */
final class Strangers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);
  private static final int CONNECT_MILLIS = 500;

  private final String self;
  private final String group;
  private final List<String> peers;
  private final Supplier<List<String>> members;
  private final Set<String> suspected = new HashSet<>();
  private final Set<String> told = new HashSet<>();
  private final ScheduledExecutorService timer = DaemonTimer.named("g2cl-jonas-peers");

  /**
   * Starts to watch.
   *
   * @param peers {@code host:port} of each peer
   * @param members names of the members in the view
   * @param period from one look to the next; who listens and is missing in two is told of
   */
  Strangers(
      String self,
      String group,
      List<String> peers,
      Supplier<List<String>> members,
      Duration period) {
    this.self = self;
    this.group = group;
    this.peers = List.copyOf(peers);
    this.members = members;
    DaemonTimer.repeat(timer, period, this::look);
  }

  private void look() {
    try {
      Set<InetSocketAddress> known = new HashSet<>();
      for (String member : members.get()) {
        known.add(address(member));
      }
      known.add(address(self));
      for (String peer : peers) {
        look(peer, known);
      }
    } catch (RuntimeException e) {
      LOG.debug("{}: peers are not watched", self, e);
    }
  }

  private void look(String peer, Set<InetSocketAddress> known) {
    InetSocketAddress address = address(peer);
    if (known.contains(address)) {
      suspected.remove(peer);
      told.remove(peer);
    } else if (told.contains(peer)) {
      return; // it would log each connection
    } else if (!listens(address)) {
      suspected.remove(peer);
    } else if (!suspected.add(peer)) {
      told.add(peer);
      LOG.error(
          "{}: peer {} listens, and is not in group '{}'. If it is a server with stock CMI: it cannot"
              + " be in one cluster with this one; stop all servers, change them all, start them. If"
              + " it runs this view manager: give it the same groupName and engine",
          self,
          peer,
          group);
    }
  }

  private static boolean listens(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Of {@code host:port}; fails for what is not of that form. */
  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1).trim()));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
