package org.g2cl.jgcs.jgroups4;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.jgroups.NeededJGroups;
import org.jgroups.Version;

/** Line of JGroups that this binding needs, compared with the one on the class path. */
final class JGroupsLine {
  private static final NeededJGroups NEEDED =
      new NeededJGroups(JGroups4ProtocolProvider.NAME, 4, 2);

  private JGroupsLine() {}

  /**
   * Comes before the first use of anything else of JGroups.
   *
   * @throws GroupException when JGroups is missing or of another line
   */
  static void check() throws GroupException {
    try {
      NEEDED.check(Version.major, Version.minor, Version.description, Version.class);
    } catch (LinkageError e) {
      throw NEEDED.missing(e);
    }
  }
}
