package org.g2cl.bench.layers;

import java.util.List;

/** Names of the layers, from the bottom up. */
public final class Kinds {
  /** Plain TCP socket with TCP_NODELAY. */
  public static final String SOCKET = "socket";

  /** JGroups itself: an unordered message each way. */
  public static final String ENGINE = "jgroups";

  /** jGCS: an unordered message each way. */
  public static final String JGCS = "jgcs";

  /** G2CL's MarshalDataSession: an unordered message each way. */
  public static final String G2CL = "g2cl";

  /** G2CL's MessageDispatcher, unordered. */
  public static final String DISPATCHER = "g2cl-dispatcher";

  /** G2CL's MessageDispatcher with its default options, fifo. */
  public static final String DISPATCHER_FIFO = "g2cl-dispatcher-fifo";

  /** The same, requests handled on the delivering thread as JGroups' does. */
  public static final String DISPATCHER_FIFO_DIRECT = "g2cl-dispatcher-fifo-direct";

  /** JGroups' MessageDispatcher with its default options, without flags. */
  public static final String JGROUPS_DISPATCHER = "jgroups-dispatcher";

  /** JGroups' MessageDispatcher with OOB. */
  public static final String JGROUPS_DISPATCHER_OOB = "jgroups-dispatcher-oob";

  /** JGroups' MessageDispatcher with OOB and DONT_BUNDLE, as the binding's unordered service. */
  public static final String JGROUPS_DISPATCHER_DIRECT = "jgroups-dispatcher-oob-unbundled";

  /** Call of a remote bean without replication. */
  public static final String CALL = "call";

  /** Call of a remote bean with one synchronous backup. */
  public static final String HA_CALL = "ha-call";

  /** Layers between two ends of a {@link LinkRole}. */
  public static final List<String> LINKS =
      List.of(
          SOCKET,
          ENGINE,
          JGCS,
          G2CL,
          DISPATCHER,
          DISPATCHER_FIFO,
          DISPATCHER_FIFO_DIRECT,
          JGROUPS_DISPATCHER,
          JGROUPS_DISPATCHER_OOB,
          JGROUPS_DISPATCHER_DIRECT);

  private Kinds() {}
}
