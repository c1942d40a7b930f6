package net.sf.jgcs.spi.jgroups;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;

/**
 * Quality of service as the flags of a JGroups message, each of which takes a guarantee away.
 *
 * <p>The bits are the same in JGroups 3.2 to 5.5 and part of its wire format. Compared by its
 * flags.
 */
public class FlagService implements Service {
  /** Not in order with other messages. */
  public static final short OOB = 1;

  /** Not held back to be sent together with others. */
  public static final short DONT_BUNDLE = 1 << 1;

  /** Not acknowledged and not sent again. */
  public static final short NO_RELIABILITY = 1 << 4;

  /** Not put in order by the coordinator. */
  public static final short NO_TOTAL_ORDER = 1 << 5;

  /** Total order: no flag. */
  public static final FlagService TOTAL_ORDER = new FlagService(0);

  /** In the order of each sender. */
  public static final FlagService FIFO = new FlagService(NO_TOTAL_ORDER);

  /** Out of band; not bundled, so that the receiver hands each message to a thread of its own. */
  public static final FlagService UNORDERED = new FlagService(OOB | DONT_BUNDLE | NO_TOTAL_ORDER);

  /** As {@link #UNORDERED}, without acknowledgement: reliable as the transport is. */
  public static final FlagService BEST_EFFORT =
      new FlagService(OOB | DONT_BUNDLE | NO_TOTAL_ORDER | NO_RELIABILITY);

  private static final long serialVersionUID = 1L;

  /** INTERNAL, SKIP_BARRIER, SERIALIZED, and three bits that JGroups has no flags for. */
  private static final int RESERVED = 1 << 9 | 1 << 10 | 1 << 11 | 7 << 12;

  private static final String NO_SEQUENCER =
      ". Total order needs SEQUENCER: put <SEQUENCER/> into the stack at all members, between pbcast.GMS and FRAG2 or FRAG4.";

  private static final int GUARANTEES = OOB | DONT_BUNDLE | NO_RELIABILITY | NO_TOTAL_ORDER;
  private static final Map<String, FlagService> NAMED = new LinkedHashMap<>();
  private static final FlagService[] BY_FLAGS = new FlagService[GUARANTEES + 1];

  static {
    NAMED.put(ServiceNames.BEST_EFFORT, BEST_EFFORT);
    NAMED.put(ServiceNames.UNORDERED, UNORDERED);
    NAMED.put(ServiceNames.FIFO, FIFO);
    NAMED.put(ServiceNames.TOTAL_ORDER, TOTAL_ORDER);
    Arrays.setAll(BY_FLAGS, FlagService::new);
    NAMED.values().forEach(service -> BY_FLAGS[service.flags] = service);
  }

  private short flags;

  /** Creates a service of these flags. */
  protected FlagService(int flags) {
    this.flags = (short) flags;
  }

  /**
   * Finds the service of one of {@link ServiceNames}.
   *
   * @param settings name the engine and the stack for the message of the exception
   * @param sequencer whether the stack can put messages in total order
   */
  public static FlagService named(String name, StackSettings settings, boolean sequencer)
      throws UnsupportedServiceException {
    Map<String, FlagService> offered = new LinkedHashMap<>(NAMED);
    if (!sequencer) {
      offered.remove(ServiceNames.TOTAL_ORDER);
    }
    FlagService service = offered.get(name);
    if (service == null) {
      throw new UnsupportedServiceException(
          "engine '%s' with stack '%s' has no service '%s'; it has: %s%s"
              .formatted(
                  settings.engine(),
                  settings.stackName(),
                  name,
                  offered.keySet(),
                  ServiceNames.TOTAL_ORDER.equals(name) ? NO_SEQUENCER : ""));
    }
    return service;
  }

  /** Service that a message with these flags was sent with; all other flags are ignored. */
  public static FlagService of(short flags) {
    return BY_FLAGS[flags & GUARANTEES];
  }

  /** Flags to be set in a message: without those that JGroups or the binding sets by itself. */
  public final short flags() {
    return (short) (flags & ~RESERVED);
  }

  /** All bits. */
  protected final short bits() {
    return flags;
  }

  /** Sets the bits, before the service is used. */
  protected final void change(short next) {
    flags = next;
  }

  /** Tells whether the coordinator puts the message in order. */
  public final boolean inTotalOrder() {
    return (flags & (OOB | NO_TOTAL_ORDER)) == 0;
  }

  /** Service for a message to one member, which is never put in total order; keeps all flags. */
  public final FlagService toOne() {
    int toOne = flags | NO_TOTAL_ORDER;
    return (toOne & ~GUARANTEES) == 0 ? BY_FLAGS[toOne] : new FlagService(toOne);
  }

  /** Tells whether every flag of this service is one of the other, too. */
  @Override
  public final boolean satisfies(Service service) {
    return (flags & ~((FlagService) service).flags) == 0;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof FlagService that && flags == that.flags;
  }

  @Override
  public final int hashCode() {
    return flags;
  }

  @Override
  public String toString() {
    for (Map.Entry<String, FlagService> entry : NAMED.entrySet()) {
      if (entry.getValue().flags == flags) {
        return entry.getKey();
      }
    }
    return "flags " + flags;
  }
}
