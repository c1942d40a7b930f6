package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.spi.jgroups.UuidAddress;
import org.jgroups.Address;
import org.jgroups.util.NameCache;
import org.jgroups.util.UUID;

/** Address of one membership of JGroups 5. */
final class JGroupsAddress extends UuidAddress {
  private static final long serialVersionUID = 1L;

  private transient Address address;

  private JGroupsAddress(UUID address) {
    super(
        address.getMostSignificantBits(),
        address.getLeastSignificantBits(),
        NameCache.get(address));
    this.address = address;
  }

  static JGroupsAddress of(Address address) {
    return new JGroupsAddress((UUID) address);
  }

  Address address() {
    Address known = address;
    if (known == null) {
      known = new UUID(high, low);
      address = known;
    }
    return known;
  }

  /** JGroups tells of a member's name when it first needs its address, often after the view. */
  @Override
  protected String laterName() {
    return NameCache.get(address());
  }
}
