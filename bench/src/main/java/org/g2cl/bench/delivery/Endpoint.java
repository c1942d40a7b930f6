package org.g2cl.bench.delivery;

import java.util.Map;
import org.g2cl.bench.worker.BenchException;

/** One member of a group, through one of the layers. */
public interface Endpoint extends AutoCloseable {
  /** Members in the current view. */
  int members();

  /** Sends to all members, this one included, in total order. */
  void multicast(byte[] payload) throws Exception;

  /** Leaves the group. */
  @Override
  void close();

  /** Takes what is delivered. */
  @FunctionalInterface
  interface Receiver {
    /**
     * Takes a message.
     *
     * @param sender number that is the same for this sender at all members
     * @param first first byte of the payload: the receiver reads it, as any application would
     */
    void delivered(int sender, byte first);
  }

  /**
   * Joins a group.
   *
   * @param settings of the binding, see {@link net.sf.jgcs.spi.ProtocolProvider}; the engine alone
   *     takes the same
   * @throws Exception when the group cannot be joined
   */
  static Endpoint join(
      Subject subject, String group, Map<String, String> settings, Receiver receiver)
      throws Exception {
    return switch (subject.layer()) {
      case ALONE -> alone(subject.engine(), group, settings, receiver);
      case JGCS -> JgcsEndpoint.join(subject.engine(), group, settings, receiver);
      case G2CL -> G2clEndpoint.join(subject.engine(), group, settings, receiver);
    };
  }

  private static Endpoint alone(
      String engine, String group, Map<String, String> settings, Receiver receiver)
      throws Exception {
    return switch (engine) {
      case Subject.JGROUPS -> JGroupsEndpoint.join(group, settings, receiver);
      case Subject.JGROUPS4 -> JGroups4Endpoint.join(group, settings, receiver);
      case Subject.SPREAD -> SpreadEndpoint.join(group, settings, receiver);
      default -> throw new BenchException("engine '" + engine + "' cannot be called by itself");
    };
  }
}
