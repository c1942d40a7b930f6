package org.g2cl.cmi.jonas;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of requests, by what tells them apart; of the newest ones, so that it takes no more
 * room.
 */
final class NewestRequests<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private static final int KEPT = 10_000;

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > KEPT;
  }
}
