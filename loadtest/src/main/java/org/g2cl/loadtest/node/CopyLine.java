package org.g2cl.loadtest.node;

import java.util.Locale;
import org.g2cl.propagation.HeldCopy;

/**
 * Copy of a session as one node holds it, as a line of text.
 *
 * @param session id of the session
 * @param owned whether the node owns the session
 * @param epoch ownership under which the content was written
 * @param version of the content within the epoch
 * @param undecided whether a newer change waits for the outcome of its transaction
 * @param removed whether the session was removed
 * @param digest sum of the content
 */
public record CopyLine(
    String session,
    boolean owned,
    long epoch,
    long version,
    boolean undecided,
    boolean removed,
    long digest) {

  /** What the node says of a copy. */
  public static CopyLine of(HeldCopy copy) {
    return new CopyLine(
        copy.session().toString(),
        copy.owned(),
        copy.epoch(),
        copy.version(),
        copy.undecided(),
        copy.removed(),
        copy.digest());
  }

  /** Reads a line; throws {@code RuntimeException} when it is none. */
  public static CopyLine parse(String line) {
    String[] fields = line.split("\t", -1);
    return new CopyLine(
        fields[0],
        Boolean.parseBoolean(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Boolean.parseBoolean(fields[4]),
        Boolean.parseBoolean(fields[5]),
        Long.parseLong(fields[6]));
  }

  /** The line. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s\t%b\t%d\t%d\t%b\t%b\t%d",
        session,
        owned,
        epoch,
        version,
        undecided,
        removed,
        digest);
  }
}
