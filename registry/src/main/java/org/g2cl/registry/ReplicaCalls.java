package org.g2cl.registry;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import org.g2cl.MarshalDataSession;
import org.g2cl.MethodCall;
import org.g2cl.RemoteInvocationException;
import org.g2cl.RequestOptions;
import org.g2cl.RpcDispatcher;
import org.g2cl.Rsp;
import org.g2cl.RspList;
import org.g2cl.StateNotReadyException;
import org.g2cl.StateTransferDataSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of the other replicas, this one included. */
final class ReplicaCalls implements AutoCloseable {
  static final Class<?>[] BIND_TYPES = {long.class, String.class, byte[].class};
  static final Class<?>[] UNBIND_TYPES = {String.class};

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaCalls.class);
  private static final byte[] NO_VALUE = {};
  private static final Class<?>[] HELLO_TYPES = {long.class, int.class, long.class};
  private static final Class<?>[] ANNOUNCE_TYPES = {long.class, byte[].class};
  private static final Class<?>[] HOLDS_TYPES = {long.class, byte[].class};
  private static final Class<?>[] RETRACT_TYPES = {long.class, String.class, long.class};
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration ROLL_CALL_TIMEOUT = Duration.ofSeconds(3);

  /** Nothing else is told by this member meanwhile, as what another one lacks. */
  private static final Duration ANNOUNCE_TIMEOUT = Duration.ofSeconds(3);

  /** Bytes of entries in one announcement, give or take one entry. */
  private static final int ANNOUNCEMENT_BYTES = 256 * 1024;

  private final MarshalDataSession session;
  private final RpcDispatcher rpc;

  /** Outcome here, and whether all that applied the write had the same. */
  record Written(Tree.Outcome outcome, boolean alike) {}

  ReplicaCalls(
      MarshalDataSession session, StateTransferDataSession transfer, ReplicaServer server) {
    this.session = session;
    this.rpc = new RpcDispatcher(session, Registry.CALLS_SERVICE_ID, server).after(transfer);
  }

  /** Applies a write everywhere. */
  Written write(String name, MethodCall call) throws GroupException, InterruptedException {
    RequestOptions options =
        RequestOptions.SYNC().timeout(WRITE_TIMEOUT).service(ServiceNames.TOTAL_ORDER);
    RspList<Byte> replies = rpc.callRemoteMethods(null, call, options);
    Byte own = replies.getValue(session.localAddress());
    List<String> missing = missing(replies);
    if (own == null || !missing.isEmpty()) {
      throw new GroupException(
          "name '%s': write was not confirmed within %s by %s; it may still be applied"
              .formatted(name, WRITE_TIMEOUT, missing));
    }
    boolean alike = replies.getResults().stream().allMatch(own::equals);
    return new Written(Tree.Outcome.of(own), alike);
  }

  /** Members that neither applied the write, nor are gone, nor have yet to receive their state. */
  private static List<String> missing(Map<SocketAddress, Rsp<Byte>> replies) {
    List<String> missing = new ArrayList<>();
    replies.forEach(
        (member, rsp) -> {
          if (!rsp.wasReceived() && !rsp.wasSuspected()) {
            missing.add(member + " (no answer)");
          } else if (rsp.getException() instanceof RemoteInvocationException e && !notReady(e)) {
            missing.add(member + " (" + e.getMessage() + ")");
          }
        });
    return missing;
  }

  private static boolean notReady(RemoteInvocationException e) {
    return e.exceptionType().equals(StateNotReadyException.class.getName());
  }

  /** Tells all this member's number, before it has a state, and asks for their numbers. */
  RspList<Long> rollCall(Ownership mine) throws GroupException, InterruptedException {
    return hello(mine.number(), 0, 0, RequestOptions.SYNC());
  }

  /** Tells all this member's number and the sum of its entries, and asks for their numbers. */
  RspList<Long> greet(Ownership mine) throws GroupException, InterruptedException {
    return hello(mine, RequestOptions.SYNC());
  }

  /** Tells all this member's number and the sum of its entries, without waiting. */
  void tell(Ownership mine) throws GroupException, InterruptedException {
    var unused = hello(mine, RequestOptions.ASYNC());
  }

  private RspList<Long> hello(Ownership mine, RequestOptions options)
      throws GroupException, InterruptedException {
    List<Entry> entries = mine.all();
    long digest = entries.stream().mapToLong(Entry::digest).sum();
    return hello(mine.number(), entries.size(), digest, options);
  }

  private RspList<Long> hello(long number, int count, long digest, RequestOptions options)
      throws GroupException, InterruptedException {
    return rpc.callRemoteMethods(
        null,
        new MethodCall("hello", new Object[] {number, count, digest}, HELLO_TYPES),
        options.timeout(ROLL_CALL_TIMEOUT));
  }

  /**
   * Announces all entries of this member, and waits until all have them, so that it is not made
   * anew before; three seconds at most, since an engine may have lost it with a view change.
   *
   * <p>Nobody looks at the replies. A member that has not applied it, or not all of it, differs
   * from this one when it hears the next sum, and asks for it again; and whoever has left or has no
   * state yet needs none.
   */
  void announce(Ownership mine) throws GroupException, InterruptedException {
    Counted all = mine.counted();
    for (List<Entry> batch : batches(all.entries())) {
      cast("announce", ANNOUNCE_TYPES, mine.number(), new Counted(batch, all.count()));
    }
  }

  /**
   * Tells an owner which entries of it are here; their values, of which nobody asks, are not told.
   */
  void holds(long owner, Tree tree) throws GroupException, InterruptedException {
    long count = tree.count();
    List<Entry> names =
        tree.of(owner).stream()
            .map(entry -> new Entry(entry.name(), NO_VALUE, entry.owner(), entry.version()))
            .toList();
    for (List<Entry> batch : batches(names)) {
      cast("holds", HOLDS_TYPES, owner, new Counted(batch, count));
    }
  }

  private static List<List<Entry>> batches(List<Entry> entries) {
    List<List<Entry>> batches = new ArrayList<>();
    List<Entry> batch = new ArrayList<>();
    int bytes = 0;
    for (Entry entry : entries) {
      batch.add(entry);
      bytes += entry.value().length + entry.name().length();
      if (bytes >= ANNOUNCEMENT_BYTES) {
        batches.add(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }

  private void cast(String method, Class<?>[] types, long owner, Counted entries)
      throws GroupException, InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      EntryCodec.write(entries, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new GroupException("entries cannot be written", e);
    }
    Object[] args = {owner, bytes.toByteArray()};
    rpc.callRemoteMethods(
        null,
        new MethodCall(method, args, types),
        RequestOptions.SYNC().timeout(ANNOUNCE_TIMEOUT).service(ServiceNames.TOTAL_ORDER));
  }

  /** Asks a member to announce its entries; does not wait. */
  void askToAnnounce(SocketAddress member) {
    MethodCall call = new MethodCall("announceAgain", new Object[0], new Class<?>[0]);
    log(rpc.callRemoteMethodWithFuture(member, call, RequestOptions.ASYNC()), call);
  }

  /** Takes an entry back; does not wait. */
  void retract(Entry entry) {
    MethodCall call = retraction(entry);
    RequestOptions options = RequestOptions.ASYNC().service(ServiceNames.TOTAL_ORDER);
    log(rpc.callRemoteMethodsWithFuture(null, call, options), call);
  }

  /** Takes an entry back that one member has, whose version it is; does not wait. */
  void retract(SocketAddress member, Entry entry) {
    MethodCall call = retraction(entry);
    log(rpc.callRemoteMethodWithFuture(member, call, RequestOptions.ASYNC()), call);
  }

  private static MethodCall retraction(Entry entry) {
    Object[] args = {entry.owner(), entry.name(), entry.version()};
    return new MethodCall("retract", args, RETRACT_TYPES);
  }

  private void log(CompletableFuture<?> future, MethodCall call) {
    var unused =
        future.exceptionally(
            e -> {
              LOG.warn("{}: {} failed: {}", session.localAddress(), call, e.toString());
              return null;
            });
  }

  @Override
  public void close() {
    rpc.close();
  }
}
