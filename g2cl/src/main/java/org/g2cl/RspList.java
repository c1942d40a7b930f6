package org.g2cl;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Responses by member, in the order of the members asked. */
public class RspList<T> extends LinkedHashMap<SocketAddress, Rsp<T>> implements Iterable<Rsp<T>> {
  private static final long serialVersionUID = 1L;

  /** Creates an empty one. */
  public RspList() {}

  /** Creates a copy. */
  public RspList(Map<SocketAddress, Rsp<T>> responses) {
    super(responses);
  }

  /** Value of that member, or null when it gave none. */
  public T getValue(Object member) {
    Rsp<T> rsp = get(member);
    return rsp == null ? null : rsp.getValue();
  }

  /** Whether that member answered. */
  public boolean isReceived(SocketAddress member) {
    Rsp<T> rsp = get(member);
    return rsp != null && rsp.wasReceived();
  }

  /** Whether that member left or failed before it answered. */
  public boolean isSuspected(SocketAddress member) {
    Rsp<T> rsp = get(member);
    return rsp != null && rsp.wasSuspected();
  }

  /** Number of members that answered. */
  public int numReceived() {
    return (int) values().stream().filter(Rsp::wasReceived).count();
  }

  /** Number of members that left or failed before they answered. */
  public int numSuspectedMembers() {
    return getSuspectedMembers().size();
  }

  /** First value that is not null, or null when there is none. */
  public T getFirst() {
    List<T> results = getResults();
    return results.isEmpty() ? null : results.get(0);
  }

  /** All values that are not null. */
  public List<T> getResults() {
    List<T> results = new ArrayList<>(size());
    for (Rsp<T> rsp : values()) {
      if (rsp.getValue() != null) {
        results.add(rsp.getValue());
      }
    }
    return results;
  }

  /** Members that left or failed before they answered. */
  public List<SocketAddress> getSuspectedMembers() {
    List<SocketAddress> suspected = new ArrayList<>();
    forEach(
        (member, rsp) -> {
          if (rsp.wasSuspected()) {
            suspected.add(member);
          }
        });
    return suspected;
  }

  @Override
  public Iterator<Rsp<T>> iterator() {
    return values().iterator();
  }
}
