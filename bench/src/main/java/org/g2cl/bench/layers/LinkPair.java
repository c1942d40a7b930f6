package org.g2cl.bench.layers;

import java.util.Map;

/** Both ends of a layer's connection in one JVM; the first end asks. */
public final class LinkPair implements AutoCloseable {
  private final Link asking;
  private final Link answering;

  private LinkPair(Link asking, Link answering) {
    this.asking = asking;
    this.answering = answering;
  }

  /**
   * Opens both ends.
   *
   * @param kind layer, a constant of {@link Kinds}
   */
  public static LinkPair open(
      String kind,
      String engine,
      String group,
      Map<String, String> first,
      Map<String, String> second)
      throws Exception {
    Link asking = Link.open(kind, engine, group, first);
    try {
      return new LinkPair(asking, Link.open(kind, engine, group, second));
    } catch (Exception e) { // as declared
      asking.close();
      throw e;
    }
  }

  /** Whether each end has the other in its view. */
  public boolean isTogether() {
    return asking.members() == 2 && answering.members() == 2;
  }

  /** Sends from the first end and waits until the other has acknowledged. */
  public void roundTrip(byte[] payload) throws Exception {
    asking.roundTrip(payload);
  }

  @Override
  public void close() {
    answering.close();
    asking.close();
  }
}
