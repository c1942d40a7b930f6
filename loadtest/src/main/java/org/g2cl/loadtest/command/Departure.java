package org.g2cl.loadtest.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.g2cl.loadtest.node.NodeSettings;
import org.g2cl.loadtest.node.RunningNode;
import org.g2cl.loadtest.node.Starters;

/**
 * Lets a node leave its group when the JVM is asked to end, by Ctrl-C or SIGTERM: also one that is
 * still starting, for it may be a member already, which the others would take for dead.
 */
final class Departure implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofSeconds(20);

  private final String label;
  private final PrintWriter out;
  private final Duration longestStart;
  private final CompletableFuture<RunningNode> start = new CompletableFuture<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);
  private final Thread hook = new Thread(this::leave, "leave");

  Departure(String label, PrintWriter out, Duration longestStart) {
    this.label = label;
    this.out = out;
    this.longestStart = longestStart;
  }

  /** Guards from now on; does not return when the JVM ends already. */
  static Departure of(String label, PrintWriter out) throws InterruptedException {
    Departure departure = new Departure(label, out, LONGEST_START);
    try {
      Runtime.getRuntime().addShutdownHook(departure.hook);
    } catch (IllegalStateException ending) {
      Thread.currentThread().join();
    }
    return departure;
  }

  /** Starts the node; does not return when the JVM was asked to end meanwhile. */
  RunningNode start(Starters.Business starter, NodeSettings settings) throws InterruptedException {
    try {
      RunningNode node = starter.start(settings);
      start.complete(node);
      awaitEndIfAsked();
      return node;
    } catch (RuntimeException | Error e) {
      start.completeExceptionally(e);
      awaitEndIfAsked();
      throw e;
    }
  }

  private void awaitEndIfAsked() throws InterruptedException {
    if (asked.getCount() == 0) {
      Thread.currentThread().join();
    }
  }

  /** Waits until the node has left. */
  void await() throws InterruptedException {
    left.await();
  }

  /** Leaves the group, once the node has started. */
  void leave() {
    asked.countDown();
    if (!start.isDone()) {
      say(label + " is still starting: it leaves once it has, or ends after " + seconds());
    }
    started()
        .ifPresent(
            node -> {
              say("leaving " + label + ": handing sessions over");
              node.close();
              say("left " + label);
            });
    left.countDown();
  }

  private Optional<RunningNode> started() {
    try {
      return Optional.of(start.get(longestStart.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      say(label + " has not started within " + seconds() + ": it ends without leaving its group");
    } catch (ExecutionException e) { // then nothing is left running
      say(label + " did not start: " + e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  private String seconds() {
    return longestStart.toSeconds() + " s";
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  /** The node has left, or its start failed. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // then it is the hook that ends the node
    }
  }
}
