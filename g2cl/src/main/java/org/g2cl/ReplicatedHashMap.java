package org.g2cl;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
import org.g2cl.MapWrite.Operation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Map of which every member of a group has a copy.
 *
 * <h2>Reads and writes</h2>
 *
 * Reads are local and do not wait. Writes are applied by all members in the same order, so {@link
 * #putIfAbsent}, {@link #replace} and what is built on them, {@link #compute}, {@link #merge} and
 * the like, are atomic in the whole group; their functions run at the caller only, perhaps more
 * than once. A write returns when all members have applied it; {@link #put}, {@link #putAll},
 * {@link #remove(Object)} and {@link #clear}, when they do not {@linkplain #setBlockingUpdates
 * block}, at once, with what the local copy says. Neither keys nor values are null, and keys are no
 * arrays. Keys are alike when their bytes are, as a {@link ValueCodec} writes them, since those are
 * the same at all members: so the address of a member that has gone is still found, though who
 * joins later reads it as another object. A look-up by a codec of one's own that finds no equal key
 * costs those bytes. The views of keys, values and entries cannot be written to. A write throws
 * {@link ReplicationException} when it cannot be sent, or not all members have answered in time.
 *
 * <h2>Life cycle</h2>
 *
 * Create it before the session joins, call {@link #start} after that: it gets the entries of the
 * others while they go on writing. Writes before that are refused. After leaving and joining again
 * call {@link #start} again. So do members that a merge of partitions brings to another
 * coordinator: when {@link Membership#isMerge} holds and {@link Membership#getJoinedMembers} has
 * the coordinator. They then get its side's entries; not on the thread that tells of the view.
 * Until then they refuse writes that depend on what is there.
 *
 * <h2>Threads</h2>
 *
 * Thread-safe. Listeners hear of changes one at a time: on the thread that delivers messages, or,
 * of what {@link #start} gets and of writes meanwhile, on the thread that called it. Of views they
 * hear on the thread that brings them, perhaps while they hear of a change. They must not write to
 * the map nor wait. After JGroups' class of the same name.
 */
public final class ReplicatedHashMap<K, V> extends AbstractMap<K, V>
    implements ConcurrentMap<K, V>, AutoCloseable {
  /** Time that a write waits for the other members, unless set otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ReplicatedHashMap.class);
  private static final byte[] NOTHING = {};

  /** Listener of changes, whoever made them; what it throws is logged. */
  public interface Notification<K, V> {
    /** An entry was added or has another value. */
    void entrySet(K key, V value);

    /** An entry was removed, or is not in the state that this member received. */
    void entryRemoved(K key);

    /** Another view of the group is installed. */
    void viewChange(Membership view, List<SocketAddress> joined, List<SocketAddress> left);

    /**
     * These entries were set together: by putAll, or as the state that this member received, after
     * {@link #entryRemoved} of each that is not in it. The map cannot be changed.
     */
    void contentsSet(Map<K, V> entries);

    /** All entries were removed. */
    void contentsCleared();
  }

  private final MarshalDataSession session;
  private final ConcurrentMap<K, V> map;
  private final MapReplica<K, V> replica;
  private final StateTransferDataSession transfer;
  private final MessageDispatcher dispatcher;
  private final Registration registration;
  private final List<Notification<K, V>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean blockingUpdates = true;
  private volatile Duration timeout = DEFAULT_TIMEOUT;

  /**
   * Creates a map of {@code byte[]}, {@code String} and boxed primitives, and registers it; do so
   * before the session joins.
   *
   * @param serviceId 0 to 254, the same at all members; this id and the next are used by nobody
   *     else on the session
   * @throws IllegalStateException when a service id is in use
   */
  public ReplicatedHashMap(MarshalDataSession session, int serviceId) {
    this(session, serviceId, ValueCodec.simple(), ValueCodec.simple());
  }

  /** Creates a map of types that these codecs write and read; all members need the same. */
  public ReplicatedHashMap(
      MarshalDataSession session, int serviceId, ValueCodec<K> keys, ValueCodec<V> values) {
    this(new ConcurrentHashMap<>(), session, serviceId, keys, values);
  }

  /** Creates a map that keeps its entries in another one, which nobody else must write to. */
  public ReplicatedHashMap(
      ConcurrentMap<K, V> map,
      MarshalDataSession session,
      int serviceId,
      ValueCodec<K> keys,
      ValueCodec<V> values) {
    this.session = session;
    this.map = map;
    this.replica = new MapReplica<>(map, keys, values, this::tell);
    this.transfer = new StateTransferDataSession(session, serviceId + 1, replica);
    this.dispatcher = dispatcher(session, serviceId);
    this.registration = session.addMembershipListener(this::onView);
  }

  /** When the id is taken, the next one is given back. */
  private MessageDispatcher dispatcher(MarshalDataSession own, int serviceId) {
    try {
      return new MessageDispatcher(own, serviceId, this::onWrite).after(transfer);
    } catch (RuntimeException e) {
      transfer.close();
      throw e;
    }
  }

  /**
   * Gets the entries of the other members; to be called once the session has joined.
   *
   * @param millis longest wait, 0 for {@link RequestOptions#MAX_TIMEOUT}
   * @throws TimeoutException when they did not come in time
   * @throws GroupException when not joined
   * @throws ClosedSessionException when closed, also while waiting
   * @throws InterruptedException when interrupted while waiting
   * @throws IllegalStateException when another thread is in this method; after a merge, which may
   *     have come while it is, it is to be tried again
   */
  public void start(long millis) throws GroupException, TimeoutException, InterruptedException {
    start(null, millis);
  }

  /**
   * Gets the entries of a member; to be called once the session has joined.
   *
   * @param target member to ask, or null for any that has entries; this member itself goes on with
   *     those that it has, and when it has none asks any
   * @param millis longest wait, 0 for {@link RequestOptions#MAX_TIMEOUT}
   * @throws TimeoutException when they did not come in time
   * @throws GroupException when not joined, or the target has no entries or goes
   * @throws ClosedSessionException when closed, also while waiting
   * @throws InterruptedException when interrupted while waiting
   * @throws IllegalStateException as {@link #start(long)}
   * @throws IllegalArgumentException when the time is negative or above {@link
   *     RequestOptions#MAX_TIMEOUT}
   */
  public void start(SocketAddress target, long millis)
      throws GroupException, TimeoutException, InterruptedException {
    transfer.getState(
        target, Duration.ofMillis(new RequestOptions().setTimeout(millis).getTimeout()));
  }

  /** Whether a write waits until all members have applied it; true at first. */
  public boolean isBlockingUpdates() {
    return blockingUpdates;
  }

  /**
   * Sets whether a write waits until all members have applied it. One that depends on what is there
   * always waits, since the local copy may lack what this member itself wrote just before.
   */
  public void setBlockingUpdates(boolean value) {
    blockingUpdates = value;
  }

  /** Time that a write waits for the other members, in milliseconds. */
  public long getTimeout() {
    return timeout.toMillis();
  }

  /** Sets the time that a write waits for the other members, in milliseconds; 0 for the longest. */
  public void setTimeout(long millis) {
    timeout = Duration.ofMillis(new RequestOptions().setTimeout(millis).getTimeout());
  }

  /** Session that this map sends through. */
  public MarshalDataSession session() {
    return session;
  }

  /** Address of this member, or null when it is not joined. */
  public SocketAddress getLocalAddress() {
    return session.localAddress();
  }

  /** Adds a listener of changes. */
  public void addNotifier(Notification<K, V> listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /** Removes a listener of changes. */
  public void removeNotifier(Notification<K, V> listener) {
    listeners.remove(listener);
  }

  private void tell(Consumer<Notification<K, V>> event) {
    for (Notification<K, V> listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException | Error e) {
        session.scheduler().caught(e);
        LOG.error("{}: listener {} failed", session.localAddress(), listener, e);
      }
    }
  }

  private void onView(Membership view) {
    List<SocketAddress> left = new ArrayList<>(view.getLeavedMembers());
    left.addAll(view.getFailedMembers());
    tell(listener -> listener.viewChange(view, view.getJoinedMembers(), left));
  }

  @Override
  public V put(K key, V value) {
    return before(write(Operation.PUT, key, replica.value(value)));
  }

  @Override
  public V putIfAbsent(K key, V value) {
    return before(write(Operation.PUT_IF_ABSENT, key, replica.value(value)));
  }

  @Override
  public V replace(K key, V value) {
    return before(write(Operation.REPLACE, key, replica.value(value)));
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    return write(Operation.REPLACE_IF_EQUAL, key, replica.value(oldValue), replica.value(newValue))
        != null;
  }

  @Override
  public V remove(Object key) {
    return before(write(Operation.REMOVE, key));
  }

  @Override
  public boolean remove(Object key, Object value) {
    return write(Operation.REMOVE_IF_EQUAL, key, replica.value(value)) != null;
  }

  /** Sets all these entries in one step. */
  @Override
  public void putAll(Map<? extends K, ? extends V> entries) {
    List<byte[]> fields = new ArrayList<>();
    entries.forEach(
        (key, value) -> {
          fields.add(replica.key(key));
          fields.add(replica.value(value));
        });
    write(new MapWrite(Operation.PUT_ALL, fields));
  }

  @Override
  public void clear() {
    write(new MapWrite(Operation.CLEAR, List.of()));
  }

  @Override
  public V get(Object key) {
    return replica.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return replica.get(key) != null;
  }

  @Override
  public int size() {
    return map.size();
  }

  /** Entries at this moment and later; they cannot be changed through this set. */
  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return Collections.unmodifiableMap(map).entrySet();
  }

  /** Keys at this moment and later; they cannot be removed through this set. */
  @Override
  public Set<K> keySet() {
    return Collections.unmodifiableMap(map).keySet();
  }

  /** Values at this moment and later; they cannot be removed through this collection. */
  @Override
  public Collection<V> values() {
    return Collections.unmodifiableMap(map).values();
  }

  private V before(byte[] bytes) {
    return bytes == null ? null : replica.valueOf(bytes);
  }

  private byte[] write(Operation operation, Object key, byte[]... values) {
    List<byte[]> fields = new ArrayList<>(List.of(values));
    fields.add(0, replica.key(key));
    return write(new MapWrite(operation, fields));
  }

  /** Value before as it crosses, or null. */
  private byte[] write(MapWrite write) {
    if (!transfer.hasState()) {
      throw new IllegalStateException(
          "map has not received its entries, or is closed; call start() after joining");
    }
    if (write.isConditional() && transfer.isSuperseded()) {
      throw new IllegalStateException(
          "this map gives way to that of the coordinator's side since a merge, so nothing can depend on what it has; call start()");
    }
    try {
      return blockingUpdates || write.isConditional() ? writeAndWait(write) : writeOnly(write);
    } catch (GroupException e) {
      throw new ReplicationException("write cannot be sent: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReplicationException("interrupted while members apply the write", e);
    }
  }

  private byte[] writeAndWait(MapWrite write) throws GroupException, InterruptedException {
    SocketAddress self = session.localAddress(); // the one that its copy answers
    if (self == null) {
      throw new InvalidStateException("this member is not in the group; join, then call start()");
    }
    RspList<byte[]> answers =
        dispatcher.castMessage(null, message(write), options(ResponseMode.GET_ALL));
    Rsp<byte[]> own = answers.get(self);
    if (own == null || !own.wasReceived() || own.hasException()) {
      throw notApplied(self, own);
    }
    for (Map.Entry<SocketAddress, Rsp<byte[]>> answer : answers.entrySet()) {
      Rsp<byte[]> rsp = answer.getValue();
      boolean later = isStateNotReady(rsp); // has the write when it has its entries
      if (!later && isUnknown(rsp)) {
        throw notApplied(answer.getKey(), rsp);
      }
    }
    byte[] answer = own.getValue();
    return answer == null || answer.length == 0
        ? null
        : Arrays.copyOfRange(answer, 1, answer.length);
  }

  private ReplicationException notApplied(SocketAddress member, Rsp<byte[]> rsp) {
    return new ReplicationException(
        "member %s has not applied the write within %s: %s"
            .formatted(member, timeout, rsp == null ? "it was not asked" : rsp),
        rsp == null ? null : rsp.getException());
  }

  private static boolean isUnknown(Rsp<byte[]> rsp) {
    return !rsp.wasSuspected() && (!rsp.wasReceived() || rsp.hasException());
  }

  private static boolean isStateNotReady(Rsp<byte[]> rsp) {
    return rsp.getException() instanceof RemoteInvocationException remote
        && remote.exceptionType().equals(StateNotReadyException.class.getName());
  }

  private byte[] writeOnly(MapWrite write) throws GroupException, InterruptedException {
    byte[] before = replica.before(write);
    dispatcher.castMessage(null, message(write), options(ResponseMode.GET_NONE));
    return before;
  }

  private static G2CLMessage message(MapWrite write) {
    return new G2CLMessage(null, write.encode());
  }

  private RequestOptions options(ResponseMode mode) {
    return new RequestOptions(mode, timeout.toMillis()).service(ServiceNames.TOTAL_ORDER);
  }

  /** Applies a write of any member; its writer is answered with a byte and the value before. */
  private Object onWrite(G2CLMessage request) throws MalformedFrameException {
    byte[] before = replica.apply(MapWrite.decode(request.payload()));
    if (before == null || !request.getSender().equals(session.localAddress())) {
      return NOTHING;
    }
    byte[] answer = new byte[1 + before.length];
    System.arraycopy(before, 0, answer, 1, before.length);
    return answer;
  }

  /** Takes the map off the session; the local copy can still be read. */
  @Override
  public void close() {
    registration.close();
    dispatcher.close();
    transfer.close();
  }

  /** As {@link #close()}. */
  public void stop() {
    close();
  }
}
