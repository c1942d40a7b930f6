package org.g2cl.cmi.jonas;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ow2.cmi.ha.RequestId;

/** What is known of requests; of the newest ones, so that it takes no more room. */
final class NewestRequests<V> extends LinkedHashMap<RequestId, V> {
  private static final long serialVersionUID = 1L;
  private static final int KEPT = 10_000;

  @Override
  protected boolean removeEldestEntry(Map.Entry<RequestId, V> eldest) {
    return size() > KEPT;
  }
}
