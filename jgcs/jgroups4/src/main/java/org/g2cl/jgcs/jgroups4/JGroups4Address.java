package org.g2cl.jgcs.jgroups4;

import net.sf.jgcs.spi.jgroups.UuidAddress;
import org.jgroups.Address;
import org.jgroups.util.NameCache;
import org.jgroups.util.UUID;

/** Address of one membership of JGroups 4. */
final class JGroups4Address extends UuidAddress {
  private static final long serialVersionUID = 1L;

  private transient Address address;

  private JGroups4Address(UUID address) {
    super(
        address.getMostSignificantBits(),
        address.getLeastSignificantBits(),
        NameCache.get(address));
    this.address = address;
  }

  static JGroups4Address of(Address address) {
    return new JGroups4Address((UUID) address);
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
