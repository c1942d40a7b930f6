package net.sf.jgcs.spi;

import java.util.Map;

/**
 * Immutable table of the members of a view, which is asked for each message.
 *
 * <p>A {@link Map} of the JDK would do. But all maps of a process share its calls of {@code
 * hashCode} and {@code equals}, so the JVM's compiler does not see through them; these here are
 * called for one class of addresses.
 *
 * @param <A> address of the engine
 * @param <S> what is found by it
 */
final class MemberTable<A, S> {
  private static final int PLACES_EACH = 2;

  private final Object[] keys;
  private final Object[] values;

  MemberTable(Map<A, S> members) {
    int places = Integer.highestOneBit(PLACES_EACH * members.size() + 1) * 2; // some stay free
    keys = new Object[places];
    values = new Object[places];
    members.forEach(this::put);
  }

  private void put(A key, S value) {
    int place = place(key);
    while (keys[place] != null) {
      place = next(place);
    }
    keys[place] = key;
    values[place] = value;
  }

  /** What was put in for that address, or null. */
  @SuppressWarnings("unchecked") // only such values are put in
  S get(A key) {
    int place = place(key);
    Object known = keys[place];
    while (known != null && !known.equals(key)) {
      place = next(place);
      known = keys[place];
    }
    return (S) values[place];
  }

  private int place(A key) {
    int hash = key.hashCode();
    return (hash ^ hash >>> 16) & keys.length - 1;
  }

  private int next(int place) {
    return place + 1 & keys.length - 1;
  }
}
