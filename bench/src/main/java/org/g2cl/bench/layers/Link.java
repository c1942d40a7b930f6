package org.g2cl.bench.layers;

import java.util.Map;
import net.sf.jgcs.ServiceNames;
import org.g2cl.bench.worker.BenchException;
import org.jgroups.Message.Flag;

/** One end of a connection between two, by one of the layers. */
interface Link extends AutoCloseable {
  /** What the other end answers: one byte. */
  static byte[] acknowledgement() {
    return new byte[1];
  }

  /** Ends that are connected, this one included. */
  int members();

  /** Sends to the other end and waits until it has acknowledged. */
  void roundTrip(byte[] payload) throws Exception;

  @Override
  void close();

  /**
   * Opens an end.
   *
   * @param kind layer, a constant of {@link Kinds}
   * @param settings of the binding, see {@link net.sf.jgcs.spi.ProtocolProvider}
   */
  static Link open(String kind, String engine, String group, Map<String, String> settings)
      throws Exception {
    return switch (kind) {
      case Kinds.SOCKET -> SocketLink.open(settings);
      case Kinds.ENGINE -> JGroupsLink.open(group, settings);
      case Kinds.JGCS -> JgcsLink.open(engine, group, settings);
      case Kinds.G2CL -> G2clLink.open(engine, group, settings);
      case Kinds.DISPATCHER ->
          DispatcherLink.open(engine, group, settings, ServiceNames.UNORDERED, false);
      case Kinds.DISPATCHER_FIFO ->
          DispatcherLink.open(engine, group, settings, ServiceNames.FIFO, false);
      case Kinds.DISPATCHER_FIFO_DIRECT ->
          DispatcherLink.open(engine, group, settings, ServiceNames.FIFO, true);
      case Kinds.JGROUPS_DISPATCHER -> JGroupsDispatcherLink.open(group, settings);
      case Kinds.JGROUPS_DISPATCHER_OOB -> JGroupsDispatcherLink.open(group, settings, Flag.OOB);
      case Kinds.JGROUPS_DISPATCHER_DIRECT ->
          JGroupsDispatcherLink.open(group, settings, Flag.OOB, Flag.DONT_BUNDLE);
      default -> throw new BenchException("there is no layer '" + kind + "' among " + Kinds.LINKS);
    };
  }
}
