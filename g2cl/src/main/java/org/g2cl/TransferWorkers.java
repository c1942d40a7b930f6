package org.g2cl;

/** Threads that send states: one for each transfer up to a bound, from there on shared. */
final class TransferWorkers {
  static final int MAX_THREADS = 8;

  private final Scheduler scheduler;
  private final String threadName;
  private final int capacity;
  private final Scheduler.Worker[] workers = new Scheduler.Worker[MAX_THREADS];

  /** Transfers of each worker, waiting ones too; guarded by this. */
  private final int[] busy = new int[MAX_THREADS];

  private boolean closed;

  TransferWorkers(Scheduler scheduler, String threadName, int capacity) {
    this.scheduler = scheduler;
    this.threadName = threadName;
    this.capacity = capacity;
  }

  /** Gives a transfer to the worker with the fewest; false when full, closed, or out of threads. */
  synchronized boolean offer(Runnable transfer) {
    if (closed) {
      return false;
    }
    int least = 0;
    for (int i = 1; i < MAX_THREADS; i++) {
      least = busy[i] < busy[least] ? i : least;
    }
    if (workers[least] == null) {
      workers[least] = scheduler.worker(threadName + "-" + least, capacity);
    }
    int chosen = least;
    boolean taken = isTaken(workers[chosen], () -> run(transfer, chosen));
    busy[chosen] += taken ? 1 : 0;
    return taken;
  }

  private boolean isTaken(Scheduler.Worker worker, Runnable transfer) {
    try {
      return worker.offer(transfer);
    } catch (VirtualMachineError e) { // as of no thread; the joiner is to hear of it
      scheduler.caught(e);
      return false;
    }
  }

  private void run(Runnable transfer, int worker) {
    try {
      transfer.run();
    } finally {
      synchronized (this) {
        busy[worker]--;
      }
    }
  }

  synchronized void close() {
    closed = true;
    for (Scheduler.Worker worker : workers) {
      if (worker != null) {
        worker.close();
      }
    }
  }
}
