package org.g2cl.jgcs.jgroups;

import java.util.List;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import org.jgroups.Message;
import org.jgroups.Message.Flag;

/** Qualities of service, from weak to strong, as flags of a JGroups message. */
enum JGroupsService implements Service {
  /** As {@link #UNORDERED}, without acknowledgement: reliable as the transport is. */
  BEST_EFFORT(ServiceNames.BEST_EFFORT, Flag.OOB, Flag.DONT_BUNDLE, Flag.NO_RELIABILITY),
  /** Out of band; not bundled, so that the receiver hands each message to a thread of its own. */
  UNORDERED(ServiceNames.UNORDERED, Flag.OOB, Flag.DONT_BUNDLE),
  FIFO(ServiceNames.FIFO, Flag.NO_TOTAL_ORDER),
  TOTAL_ORDER(ServiceNames.TOTAL_ORDER);

  private final String serviceName;
  private final short flags;

  JGroupsService(String serviceName, Flag... flags) {
    this.serviceName = serviceName;
    short bits = 0;
    for (Flag flag : flags) {
      bits |= flag.value();
    }
    this.flags = bits;
  }

  static JGroupsService named(String name, boolean sequencer) throws UnsupportedServiceException {
    List<JGroupsService> offered =
        sequencer ? List.of(values()) : List.of(BEST_EFFORT, UNORDERED, FIFO);
    for (JGroupsService service : offered) {
      if (service.serviceName.equals(name)) {
        return service;
      }
    }
    throw new UnsupportedServiceException(
        "engine 'jgroups' as configured has no service '%s'; it has: %s%s"
            .formatted(name, offered, sequencer ? "" : ". Put SEQUENCER into the stack for more."));
  }

  /** Service that a received message was sent with; one to a single member is fifo at most. */
  static JGroupsService of(Message message) {
    if (message.isFlagSet(Flag.OOB)) {
      return message.isFlagSet(Flag.NO_RELIABILITY) ? BEST_EFFORT : UNORDERED;
    }
    return message.isFlagSet(Flag.NO_TOTAL_ORDER) ? FIFO : TOTAL_ORDER;
  }

  void mark(Message message) {
    message.setFlag(flags, false);
  }

  @Override
  public boolean satisfies(Service service) {
    return compareTo((JGroupsService) service) >= 0;
  }

  @Override
  public String toString() {
    return serviceName;
  }
}
