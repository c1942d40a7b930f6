package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Members that live side by side under one name; each is told of once. Not thread-safe. */
final class Namesakes {
  private static final Logger LOG = LoggerFactory.getLogger(Namesakes.class);

  private final Set<SocketAddress> told = new HashSet<>();

  /** Tells of those among members that have answered just now. */
  void tell(Map<SocketAddress, Standing> answers) {
    told.retainAll(answers.keySet());
    Map<Long, SocketAddress> byName = new HashMap<>();
    answers.forEach(
        (member, standing) -> {
          SocketAddress other = byName.putIfAbsent(Formation.nameOf(standing.token()), member);
          if (other != null && standing.token() != answers.get(other).token()) {
            tell(member, other);
          }
        });
  }

  private void tell(SocketAddress member, SocketAddress other) {
    if (told.add(member)) {
      LOG.error(
          "members {} and {} have one name, by which a node that was started anew is told from one"
              + " that is cut off; give each node another g2cl.location (on JOnAS another bindPort)."
              + " Until then calls are refused once most nodes have failed at once, though they come back",
          other,
          member);
    }
  }
}
