package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.List;

/**
 * What a member agreed to, or is told, of a view, which goes by the tokens of its members.
 *
 * @param formation that is tried, or the newest known
 * @param first member of the view, which says so
 * @param byRank tokens of all members of the view; 0 of those that are silent
 */
record Agreement(Formation formation, SocketAddress first, List<Long> byRank) {
  /** Tells whether it may be about that view, as far as this member of it can tell. */
  boolean fits(List<SocketAddress> view, SocketAddress self, long token) {
    return self != null
        && view.contains(self)
        && view.get(0).equals(first)
        && byRank.size() == view.size()
        && byRank.get(view.indexOf(self)).equals(token);
  }
}
