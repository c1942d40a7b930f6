package net.sf.jgcs.jgroups;

import net.sf.jgcs.spi.jgroups.FlagService;
import org.jgroups.Message.Flag;

/**
 * Quality of service as flags of JGroups, each of which takes a guarantee away; a bean, so that
 * JNDI can make it.
 *
 * <p>Without flags it is total order, where the stack has it. The flags must not be changed once it
 * is used.
 */
public class JGroupsService extends FlagService {
  private static final long serialVersionUID = 1L;

  /** Creates one without flags. */
  public JGroupsService() {
    super(0);
  }

  /** Creates one with the flags of these names, separated by vertical bars: {@code OOB|RSVP}. */
  public JGroupsService(String flagNames) {
    super(parse(flagNames));
  }

  /** Creates one with these bits. */
  public JGroupsService(short flags) {
    super(flags);
  }

  /** Creates one with these flags. */
  public JGroupsService(Flag... flags) {
    super(bits(flags));
  }

  private static short bits(Flag... flags) {
    short bits = 0;
    for (Flag flag : flags) {
      bits |= flag.value();
    }
    return bits;
  }

  private static short parse(String flagNames) {
    short bits = 0;
    for (String name : flagNames.split("\\|", -1)) {
      if (!name.isBlank()) {
        bits |= Flag.valueOf(name.strip()).value();
      }
    }
    return bits;
  }

  /** Adds flags to those that are set. */
  public void setFlags(Flag... flags) {
    change((short) (getFlags() | bits(flags)));
  }

  /**
   * Adds the flags of these names, separated by vertical bars.
   *
   * @throws IllegalArgumentException when JGroups has no flag of a name
   */
  public void setFlags(String flagNames) {
    change((short) (getFlags() | parse(flagNames)));
  }

  /** Sets exactly these bits. */
  public void setFlags(short flags) {
    change(flags);
  }

  /** Bits that are set. */
  public short getFlags() {
    return bits();
  }
}
