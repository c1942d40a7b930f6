package net.sf.jgcs.spi.jgroups;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Thread in which views are handed up one at a time, in their order; it lives while there are any.
 *
 * <p>So who brings messages need not wait until a listener that is told of a view is through. Where
 * no thread can be started, views go up in those that wait for them. Thread-safe.
 */
final class ViewThread {
  private final Consumer<Runnable> starter;
  private final Queue<Told> waiting = new ArrayDeque<>();
  private boolean isRunning;

  /** Creates one whose thread the starter makes, which runs what it is given. */
  ViewThread(Consumer<Runnable> starter) {
    this.starter = starter;
  }

  /** Hands up a view, behind those before it. */
  Told handUp(Runnable view) {
    Told next = new Told(view);
    if (addsFirst(next)) {
      start();
    }
    return next;
  }

  private void start() {
    try {
      starter.accept(this::handUpAll);
    } catch (RuntimeException | Error e) { // so says the JDK that there can be no more threads
      setRunning(false);
    }
  }

  private synchronized void setRunning(boolean is) {
    isRunning = is;
  }

  private void handUpLeft() {
    boolean isLeft;
    synchronized (this) {
      isLeft = !isRunning && !waiting.isEmpty();
      isRunning |= isLeft;
    }
    if (isLeft) {
      handUpAll();
    }
  }

  private synchronized boolean addsFirst(Told next) {
    waiting.add(next);
    boolean isFirst = !isRunning;
    isRunning = true;
    return isFirst;
  }

  private void handUpAll() {
    Told next = poll();
    while (next != null) {
      next.tell();
      next = poll();
    }
  }

  private synchronized Told poll() {
    Told next = waiting.poll();
    isRunning = next != null;
    return next;
  }

  /** A view on its way up. */
  final class Told {
    private final Runnable view;
    private final CountDownLatch end = new CountDownLatch(1);

    private Told(Runnable view) {
      this.view = view;
    }

    private void tell() {
      try {
        view.run();
      } catch (RuntimeException | Error e) { // those behind it are to be told
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      } finally {
        end.countDown();
      }
    }

    /** Waits until it has been told; an interruption ends the wait, and is left to the caller. */
    void await(Duration longest) {
      handUpLeft();
      try {
        boolean unused = end.await(longest.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
