package org.g2cl.jgcs.tck;

import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.CountedViewId;
import net.sf.jgcs.spi.GroupMember;
import net.sf.jgcs.spi.MemberViews;
import net.sf.jgcs.spi.ViewMembership;

/** One membership: a thread for views and ordered messages, and a pool for the others. */
final class ToyMember implements GroupMember {
  private final ToyNetwork network;
  private final ToyControlSession session;
  private final ToyAddress address;
  private final CountDownLatch firstView = new CountDownLatch(1);
  private final MemberViews<ToyAddress, ToyAddress> views;
  private final ExecutorService ordered = Executors.newSingleThreadExecutor(ToyMember::daemon);
  private final ExecutorService pool = Executors.newCachedThreadPool(ToyMember::daemon);
  private Runnable held;
  private volatile boolean leftWhileJoining;

  ToyMember(ToyNetwork network, ToyControlSession session, ToyAddress address) {
    this.network = network;
    this.session = session;
    this.address = address;
    views = new MemberViews<>(Function.identity(), this::left);
  }

  private static Thread daemon(Runnable body) {
    Thread thread = new Thread(body, "toy");
    thread.setDaemon(true);
    return thread;
  }

  private boolean left(ToyAddress gone) {
    boolean left = network.has(Fault.CALLS_A_FAILURE_A_LEAVE) || network.left(gone);
    return left && !network.has(Fault.CALLS_A_LEAVE_A_FAILURE);
  }

  @Override
  public void join() {
    network.add(this, session.hasJoinedBefore());
    try {
      firstView.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void leave() {
    if (leftWhileJoining && network.has(Fault.STAYS_WHEN_LEFT_WHILE_JOINING)) {
      return;
    }
    if (network.has(Fault.FAILS_TO_LEAVE)) {
      throw new UnsupportedOperationException("leave");
    }
    network.leave(this);
    if (!network.has(Fault.DELIVERS_AFTER_LEAVING)) {
      end();
    }
  }

  @Override
  public void cancelJoin() {
    leftWhileJoining = true;
  }

  void crash() {
    if (!network.has(Fault.SEES_NO_CRASH)) {
      network.remove(this);
    }
    end();
  }

  private void end() {
    views.close();
    if (!network.has(Fault.KEEPS_ITS_THREADS)) {
      ordered.shutdown();
      pool.shutdown();
    }
  }

  @Override
  public ToyAddress address() {
    return address;
  }

  void offerView(long number, List<ToyAddress> members, List<ToyAddress> part) {
    CountedViewId id = new CountedViewId(members.get(0), number);
    boolean isElsewhere = network.has(Fault.PLACES_VIEWS_ANYHOW) && !address.equals(members.get(0));
    boolean late =
        (network.has(Fault.DELIVERS_BEFORE_THE_VIEW) || isElsewhere) && firstView.getCount() == 0;
    run(
        late ? pool : ordered,
        () -> {
          if (late) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
          }
          views.install(id, number, members, address, part, this::deliver);
          firstView.countDown();
        });
  }

  private void deliver(Membership view) {
    List<SocketAddress> all = view.getMembershipList();
    boolean allJoined = network.has(Fault.CALLS_ALL_JOINED);
    session.deliver(
        this,
        allJoined
            ? new ViewMembership(view.getMembershipID(), address, all, all, List.of(), List.of())
            : view);
  }

  /** Called in the order of the network. */
  void offer(ToyMessage message, ToyService service, int number) {
    Runnable delivery = () -> session.deliver(this, message, service);
    boolean disorderly =
        network.has(Fault.HAS_NO_ORDER_AT_ALL)
            || (network.has(Fault.HAS_NO_TOTAL_ORDER)
                && service.compareTo(ToyService.TOTAL_ORDER) >= 0);
    if (disorderly) {
      swap(delivery, number);
    } else if (service.compareTo(ToyService.FIFO) >= 0
        || network.has(Fault.HOLDS_UNORDERED_MESSAGES_BACK)) {
      run(ordered, delivery);
    } else {
      run(ordered, () -> run(pool, delivery));
    }
  }

  /** Lets some messages overtake others, at each member other ones. */
  private void swap(Runnable delivery, int number) {
    Runnable before = held;
    held = null;
    if (before == null && Math.floorMod(number + address.hashCode(), 3) == 0) {
      held = delivery;
      return;
    }
    run(ordered, delivery);
    if (before != null) {
      run(ordered, before);
    }
  }

  private static void run(ExecutorService executor, Runnable action) {
    try {
      executor.execute(action);
    } catch (RejectedExecutionException ended) {
      // nobody listens any more
    }
  }
}
