package net.sf.jgcs;

/**
 * Engine-independent names of qualities of service, for {@link Protocol#lookupService(String)}.
 *
 * <p>An addition to jGCS 0.8. All but the first are reliable.
 */
public final class ServiceNames {
  /**
   * Each message is delivered once at most, in no particular order; it may be lost when a
   * connection breaks or a member is overloaded. For those who send again what is not answered.
   *
   * <p>The listener may be called in the thread that reads from the network: it must not wait for
   * another message.
   */
  public static final String BEST_EFFORT = "best-effort";

  /** Each message is delivered once, in no particular order, possibly concurrently. */
  public static final String UNORDERED = "unordered";

  /** Messages of one sender are delivered in the order in which they were sent. */
  public static final String FIFO = "fifo";

  /** All members deliver the same messages in the same order (agreed delivery). */
  public static final String TOTAL_ORDER = "total-order";

  /** Total order, and no member delivers before all members have received (uniform delivery). */
  public static final String SAFE = "safe";

  private ServiceNames() {}
}
