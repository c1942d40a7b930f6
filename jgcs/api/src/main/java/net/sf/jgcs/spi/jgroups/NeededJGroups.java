package net.sf.jgcs.spi.jgroups;

import java.security.CodeSource;
import net.sf.jgcs.GroupException;

/**
 * Line of JGroups that a binding was made for, and the errors where the class path has another one
 * or none.
 *
 * @param engine name of the engine, for messages
 * @param minor the lowest; a later one is not refused
 */
public record NeededJGroups(String engine, int major, int minor) {
  /**
   * Checks the line that is there.
   *
   * @param found its whole version, for the message
   * @param from a class of it
   * @throws GroupException when it is another one
   */
  public void check(int foundMajor, int foundMinor, String found, Class<?> from)
      throws GroupException {
    if (foundMajor != major || foundMinor < minor) {
      throw new GroupException(
          "engine '%s' needs JGroups %d.%d, but the first JGroups on the class path is %s (%s): %s, and no other JGroups"
              .formatted(engine, major, minor, found, place(from), advice()));
    }
  }

  private static String place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? "place unknown" : String.valueOf(source.getLocation());
  }

  /** There is none, or none that works. */
  public GroupException missing(LinkageError cause) {
    return new GroupException(
        "engine '%s' needs JGroups %d.%d, which is not on the class path, or does not work there (%s): %s"
            .formatted(engine, major, minor, cause, advice()),
        cause);
  }

  private String advice() {
    return "put the jar of org.jgroups:jgroups:%d.%d.x there".formatted(major, minor);
  }
}
