package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.core.stateful.Cache;
import org.apache.openejb.core.stateful.Instance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instances in memory, each with the epoch and version of the state that it is; a convenience,
 * since every instance can be built again from the state that the propagation keeps.
 *
 * <p>An instance is given out only when it is current; else one is built from the state of the call
 * that asks. The least recently used ones leave when there are more than the capacity, and those
 * idle for long. What leaves is passivated, never destroyed: whether a session has expired is the
 * propagation's to say. Thread-safe.
 */
final class LiveInstances implements Cache<Object, Instance> {
  private static final Logger LOG = LoggerFactory.getLogger(LiveInstances.class);

  private final int capacity;
  private final Duration idleLimit;
  private final Map<Object, Entry> entries = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<Object, OpenCall> calls = new ConcurrentHashMap<>();
  private final Trails trails = Trails.ofHeap();
  private volatile CacheListener<Instance> listener;
  private volatile Builder builder;
  private volatile KeptInstances kept = KeptInstances.none();

  LiveInstances(int capacity, Duration idleLimit) {
    this.capacity = capacity;
    this.idleLimit = idleLimit;
  }

  /** Maker of instances from states. */
  interface Builder {
    Instance build(OpenCall call, byte[] state);
  }

  /** Trails of instances that are here. */
  Trails trails() {
    return trails;
  }

  void buildWith(Builder maker) {
    builder = maker;
  }

  /** Sets what the container calls without asking for it here. */
  void lookAlsoAt(KeptInstances ofContainer) {
    kept = ofContainer;
  }

  /** Lets the call that is open for a session be known, by its key: its instance stays. */
  void open(OpenCall call) {
    calls.put(call.key(), call); // first: whoever takes an instance out looks for a call before
    Instance instance = kept.get(call.key());
    if (instance != null && !isCurrent(instance, call)) {
      forget(call.key());
    }
  }

  private boolean isCurrent(Instance instance, OpenCall call) {
    synchronized (entries) {
      Entry entry = entries.get(call.key());
      return entry != null && entry.instance == instance && entry.isCurrent(call);
    }
  }

  Optional<OpenCall> call(Object key) {
    return key == null ? Optional.empty() : Optional.ofNullable(calls.get(key));
  }

  /** The call is over: its instance may leave, and does where its bean has ended meanwhile. */
  void closed(OpenCall call) {
    calls.remove(call.key(), call);
    if (call.bean().hasEnded()) {
      drop(call.key());
    }
    leave();
  }

  @Override
  public CacheListener<Instance> getListener() {
    return listener;
  }

  @Override
  public void setListener(CacheListener<Instance> newListener) {
    listener = newListener;
  }

  @Override
  public void init() {}

  @Override
  public void destroy() {
    keys(entry -> true).forEach(this::drop);
  }

  @Override
  public void add(Object key, Instance instance) {
    synchronized (entries) {
      entries.put(key, new Entry(instance));
    }
    call(key).ifPresent(call -> call.use(instance));
  }

  @Override
  public Instance checkOut(Object key, boolean load) throws Exception {
    OpenCall call = call(key).orElse(null);
    if (call == null) {
      return null;
    }
    call.requireActivated();
    if (call.isDiscarded()) {
      return null;
    }
    Entry stale;
    synchronized (entries) {
      Entry entry = entries.get(key);
      if (entry != null && entry.isFor(call)) {
        entry.inUse = true;
        call.use(entry.instance);
        return entry.instance;
      }
      stale = entries.remove(key);
    }
    if (stale != null) {
      passivate(stale.instance);
    }
    return load ? build(key, call) : null;
  }

  /** Whether there is no instance that a call could go on with. */
  boolean lacks(OpenCall call) {
    synchronized (entries) {
      Entry entry = entries.get(call.key());
      return entry == null || !entry.isFor(call);
    }
  }

  /**
   * Has the instance of a call ready before the container asks for it. What fails here the
   * container is told then.
   */
  void activate(OpenCall call) {
    try {
      var unused = checkOut(call.key(), true);
    } catch (Exception | Error e) {
      call.failActivation(e);
    }
  }

  private Instance build(Object key, OpenCall call) throws Exception {
    Optional<byte[]> state = call.call().state();
    if (state.isEmpty()) {
      return null;
    }
    Instance instance;
    try {
      instance = builder.build(call, state.get());
    } catch (RuntimeException e) {
      throw new ApplicationException(e); // the state stays as it is; the caller learns why
    }
    add(key, instance);
    listener.afterLoad(instance);
    return instance;
  }

  @Override
  public void checkIn(Object key) {
    synchronized (entries) {
      Entry entry = entries.get(key);
      if (entry != null) {
        entry.inUse = false;
        entry.lastUse = System.nanoTime();
      }
    }
    leave();
  }

  private void leave() {
    List<Instance> leaving;
    synchronized (entries) {
      leaving = takeLeaving();
    }
    passivate(leaving);
  }

  private List<Instance> takeLeaving() {
    var leaving = new ArrayList<Instance>();
    var eldest = entries.entrySet().iterator();
    long now = System.nanoTime();
    while (eldest.hasNext()) {
      Map.Entry<Object, Entry> next = eldest.next();
      Entry entry = next.getValue();
      boolean idle = now - entry.lastUse > idleLimit.toNanos();
      if (entries.size() <= capacity && !idle) {
        break;
      }
      if (!entry.inUse && !calls.containsKey(next.getKey())) { // a call goes on with what it has
        eldest.remove();
        leaving.add(entry.instance);
      }
    }
    return leaving;
  }

  /** The instance is the state that the call has left. */
  void tag(OpenCall call) {
    synchronized (entries) {
      Entry entry = entries.get(call.key());
      if (entry != null) {
        entry.epoch = call.call().epoch();
        entry.version = call.call().version();
        entry.lastUse = System.nanoTime();
        entry.lifetime = call.bean().timeout();
      }
    }
  }

  /** Instance in memory, whether current or not, or null. */
  Instance peek(Object key) {
    synchronized (entries) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.instance;
    }
  }

  /** Forgets an instance whose state does not hold, without a callback. */
  void forget(Object key) {
    trails.forget(key);
    synchronized (entries) {
      entries.remove(key);
    }
    kept.giveUp(key);
  }

  /**
   * Gives up instances whose bean has left a transaction open in a session that is over: it was not
   * called here for its time-out and a margin. So it has expired, or goes on elsewhere.
   *
   * @param margin for who measures the time-out otherwise, or comes at its end
   */
  void giveUpAbandoned(Duration margin) {
    Predicate<Entry> abandoned = entry -> isAbandoned(entry, margin);
    for (Object key : keys(abandoned)) { // each takes its time, and a call may come meanwhile
      takeFree(key, abandoned).ifPresent(this::giveUp);
    }
  }

  private boolean isAbandoned(Entry entry, Duration margin) {
    return entry.isOver(System.nanoTime(), margin)
        && kept.get(entry.instance.primaryKey) == entry.instance;
  }

  private void giveUp(Instance abandoned) {
    LOG.info("{}: a transaction that its bean has left open is rolled back", abandoned.primaryKey);
    trails.forget(abandoned.primaryKey);
    rollBackOpen(abandoned);
  }

  /** The state has left memory: the instance does the same, unless a call has it. */
  void putAway(Object key) {
    takeFree(key, entry -> !entry.inUse).ifPresent(this::passivate);
  }

  @Override
  public Instance remove(Object key) {
    call(key).ifPresent(OpenCall::discard);
    trails.forget(key);
    synchronized (entries) {
      Entry entry = entries.remove(key);
      return entry == null ? null : entry.instance;
    }
  }

  /**
   * Does nothing, since the container asks within its one monitor, which all calls need: it has the
   * instances {@link #end} outside of that.
   */
  @Override
  public void removeAll(CacheFilter<Instance> filter) {}

  /**
   * Drops the instances of this member only, of a bean that {@linkplain ReplicatedBean#end has
   * ended}: the sessions live on in the group. One that a call has goes when that is over.
   */
  void end(ReplicatedBean bean) {
    keys(entry -> entry.instance.beanContext == bean.context()).forEach(this::drop);
  }

  private void drop(Object key) {
    takeFree(key, entry -> true)
        .ifPresent(
            instance -> {
              rollBackOpen(instance);
              passivate(instance);
            });
  }

  private void rollBackOpen(Instance instance) {
    try {
      kept.giveUp(instance.primaryKey, instance);
    } catch (RuntimeException e) {
      LOG.warn("{}: its open transaction cannot be rolled back", instance.primaryKey, e);
    }
  }

  private List<Object> keys(Predicate<Entry> wanted) {
    synchronized (entries) {
      return entries.entrySet().stream()
          .filter(each -> wanted.test(each.getValue()))
          .map(Map.Entry::getKey)
          .toList();
    }
  }

  /** Takes an instance out, unless a call has it, or it is not as wanted any more. */
  private Optional<Instance> takeFree(Object key, Predicate<Entry> wanted) {
    synchronized (entries) {
      Entry entry = entries.get(key);
      if (entry == null || calls.containsKey(key) || !wanted.test(entry)) {
        return Optional.empty();
      }
      entries.remove(key);
      return Optional.of(entry.instance);
    }
  }

  private void passivate(List<Instance> leaving) {
    for (Instance instance : leaving) { // seldom one: a lambda would be made at each call
      passivate(instance);
    }
  }

  private void passivate(Instance instance) {
    trails.forget(instance.primaryKey);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(instance.beanContext.getClassLoader()); // any thread may come here
    try {
      listener.beforeStore(instance);
    } catch (Exception e) {
      LOG.warn("{}: its @PrePassivate failed", instance.primaryKey, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static final class Entry {
    final Instance instance;
    long epoch = -1;
    long version = -1;
    long lastUse = System.nanoTime();
    boolean inUse = true;

    /** Time-out of the session, zero when it has none or it is not known. */
    Duration lifetime = Duration.ZERO;

    Entry(Instance instance) {
      this.instance = instance;
    }

    boolean isOver(long now, Duration margin) {
      return !lifetime.isZero() && now - lastUse > lifetime.plus(margin).toNanos();
    }

    boolean isFor(OpenCall call) {
      return isCurrent(call) || call.isUsing(instance);
    }

    boolean isCurrent(OpenCall call) {
      return epoch == call.call().epoch() && version == call.call().version();
    }
  }
}
