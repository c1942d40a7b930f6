package net.sf.jgcs.spread;

import java.util.List;
import net.sf.jgcs.Service;

/**
 * Quality of service by Spread's name or bits; a bean, so that JNDI can make it.
 *
 * <p>It must not be changed once it is used. The service that a message is delivered with may be
 * asked whether it {@linkplain Service#satisfies satisfies} one of these.
 */
public class SpService implements Service {
  private static final long serialVersionUID = 1L;

  /** From weak to strong: bit by bit, from the lowest. */
  private static final List<String> NAMES =
      List.of("unreliable", "reliable", "fifo", "causal", "agreed", "safe");

  private static final int REGULAR = 0x3f;
  private static final int SELF_DISCARD = 0x40;

  private int service;

  /** Creates one with Spread's bits, see {@link #setService(int)}. */
  public SpService(int service) {
    this.service = checked(service);
  }

  /** Creates one with a name, see {@link #setService(String)}. */
  public SpService(String service) {
    this.service = bit(service);
  }

  /**
   * Sets it by Spread's bits; of several guarantees the strongest counts.
   *
   * @throws IllegalArgumentException when no guarantee is among them
   */
  public void setService(int service) {
    this.service = checked(service);
  }

  /**
   * Sets it by name: {@code unreliable}, {@code reliable}, {@code fifo}, {@code causal}, {@code
   * agreed} or {@code safe}.
   *
   * @throws IllegalArgumentException when it is none of these
   */
  public void setService(String service) {
    this.service = bit(service);
  }

  /** Spread's bits. */
  public int getService() {
    return service;
  }

  private static int checked(int bits) {
    if ((bits & REGULAR) == 0) {
      throw new IllegalArgumentException(
          "service 0x%x has none of Spread's guarantees, 0x1 to 0x20".formatted(bits));
    }
    return bits;
  }

  private static int bit(String name) {
    int index = NAMES.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "Spread has no service '%s'; it has: %s".formatted(name, NAMES));
    }
    return 1 << index;
  }

  /** Strongest guarantee among the bits. */
  public final int guarantee() {
    return Integer.highestOneBit(service & REGULAR);
  }

  /** Whether the sender does not want the message itself. */
  public final boolean discardsOwn() {
    return (service & SELF_DISCARD) != 0;
  }

  /**
   * Whether this one is at least as strong.
   *
   * @throws ClassCastException when the other one is no {@link SpService}
   */
  @Override
  public boolean satisfies(Service other) {
    return guarantee() >= ((SpService) other).guarantee();
  }

  @Override
  public String toString() {
    return NAMES.get(Integer.numberOfTrailingZeros(guarantee()));
  }
}
