package org.g2cl.simulate;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges servers that tell a client that there is no such session.
 *
 * <p>Of a session that was acknowledged, whose removal nobody asked for, which has not expired, and
 * whose newest change some machine has, that is right in one case only: all copies are out of the
 * server's view, and more than the mode tolerates have failed, by crashes and by being cut off.
 * Even then the server has to wait for 30 s when the group has lost more members than a session has
 * backups, since they may be cut off with all copies.
 */
final class Denials {
  /** What is waited for, less the time in which all members hear of a view. */
  private static final Duration WAITED_FOR = Duration.ofSeconds(29);

  private final World world;
  private final Cluster cluster;
  private final Ledger ledger;
  private final Copies copies;

  Denials(World world, Cluster cluster, Ledger ledger, Copies copies) {
    this.world = world;
    this.cluster = cluster;
    this.ledger = ledger;
    this.copies = copies;
  }

  /**
   * Judges the answer that the node gives now to a request that it received then.
   *
   * @return what is wrong with it, empty when it is right
   */
  Optional<String> wrong(Node server, Request request, long receivedNanos) {
    Ledger.Account account = ledger.account(request.session());
    boolean mayBeGone = account.mayBeGone(world.now());
    if (!account.created || mayBeGone || account.lost) {
      return Optional.empty();
    }
    Sight sight = server.sight();
    List<Node> cutOff = new ArrayList<>();
    for (Node holder : cluster.living()) {
      boolean holds = holder.copy(request.session()).filter(copy -> !copy.removed()).isPresent();
      SocketAddress address = holder.address();
      if (holds && address != null && sight.hasSeen(address, receivedNanos)) {
        return Optional.of(holder + " has it, in the same view");
      } else if (holds && !sight.members().contains(address)) {
        cutOff.add(holder);
      }
    }
    return cutOff.isEmpty()
        ? Optional.of("nobody has it, though it was neither removed nor not called for its time")
        : judgeWait(sight, cutOff, account);
  }

  private Optional<String> judgeWait(Sight sight, List<Node> cutOff, Ledger.Account account) {
    long justNow = world.now() - WAITED_FOR.toNanos();
    Map<String, Long> lost = lost(sight);
    List<String> waitedFor =
        lost.keySet().stream().filter(name -> lost.get(name) > justNow).sorted().toList();
    int tolerated = copies.tolerated(sight.members().size());
    if (waitedFor.size() > tolerated) {
      return Optional.of(
          cutOff + " have it, and of the group " + waitedFor + " were lost within " + WAITED_FOR);
    }
    boolean longAgo = cutOff.stream().noneMatch(holder -> waitedFor.contains(holder.name()));
    return longAgo || cutOff.size() + account.ended > tolerated
        ? Optional.empty()
        : Optional.of("only " + cutOff + " have failed, " + tolerated + " may");
  }

  /** When the members of its view lost those that are not among them; the first counts. */
  private Map<String, Long> lost(Sight sight) {
    Map<String, Long> lost = new HashMap<>();
    for (Node member : cluster.living()) {
      if (sight.members().contains(member.address())) {
        member.sight().lostAt().forEach((name, time) -> lost.merge(name, time, Math::min));
      }
    }
    for (Node member : cluster.living()) {
      if (sight.members().contains(member.address())) {
        lost.keySet().removeAll(member.sight().left());
        lost.remove(member.name());
      }
    }
    return lost;
  }
}
