package org.g2cl.cmi.client;

import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Duration;

/**
 * Sends a request to one server after the other until one answers or the deadline has passed.
 *
 * <p>A round asks each server once; between rounds there is a pause that doubles up to half a
 * second; a server that still executes the request is asked again after one that doubles up to a
 * fifth of a second while it answers at once. What may have been executed is sent again only when
 * it carries a request id or only reads.
 */
final class RetryLoop {
  private static final Duration MAX_PAUSE = Duration.ofMillis(500);
  private static final Duration MAX_PAUSE_OF_EXECUTION = Duration.ofMillis(200);

  private final ClientSettings settings;
  private final Router router;
  private final Health health;
  private final Counters counters;
  private final Timing timing;

  RetryLoop(
      ClientSettings settings, Router router, Health health, Counters counters, Timing timing) {
    this.settings = settings;
    this.router = router;
    this.health = health;
    this.counters = counters;
    this.timing = timing;
  }

  /**
   * Runs the request to its end.
   *
   * @return the server that answered
   * @throws NoServerException when no server answered in time
   * @throws RemoteException when it cannot be repeated or repeating is useless
   */
  Location run(Call call, Transport transport) throws RemoteException {
    counters.requests.increment();
    Attempts attempts = new Attempts(call, timing, settings.deadline());
    try {
      Location server = next(attempts);
      while (!attempt(attempts, server, transport)) {
        counters.retries.increment();
        server = next(attempts);
      }
      return server;
    } catch (IOException e) {
      counters.failures.increment();
      throw e instanceof RemoteException remote
          ? remote
          : new RemoteException(attempts.unrepeatable(e), e);
    }
  }

  private Location next(Attempts attempts) throws NoServerException {
    Location next = attempts.expired() ? null : router.next(attempts.call(), attempts.round());
    while (next == null) {
      pause(attempts, attempts.pause(MAX_PAUSE));
      next = router.next(attempts.call(), attempts.beginRound());
    }
    return next;
  }

  private void pause(Attempts attempts, Duration pause) throws NoServerException {
    if (attempts.expired() || pause.compareTo(attempts.left()) >= 0) {
      throw new NoServerException(attempts.exhausted());
    }
    try {
      timing.pause(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoServerException("interrupted: " + attempts.exhausted());
    }
  }

  /** Tells whether the request has come to its end. */
  private boolean attempt(Attempts attempts, Location server, Transport transport)
      throws IOException {
    try {
      attempts.began(server);
      Answer answer = ask(attempts, server, transport);
      for (int again = 0; answer == Answer.EXECUTING; again++) {
        attempts.executing(server);
        counters.retries.increment();
        pause(attempts, Attempts.pause(again, MAX_PAUSE_OF_EXECUTION));
        attempts.began(server);
        long asked = timing.nanos();
        answer = ask(attempts, server, transport);
        if (timing.nanos() - asked > MAX_PAUSE_OF_EXECUTION.toNanos()) {
          again = 0; // the server itself waits, and is to be asked again soon
        }
      }
      return judge(attempts, server, answer, transport);
    } catch (PoolExhaustedException e) {
      attempts.busy(server, e);
      noteSentTwice(attempts, transport);
      if (Thread.currentThread().isInterrupted()) {
        throw new NoServerException("interrupted: " + attempts.exhausted());
      }
      return false;
    } catch (NotSentException e) {
      attempts.failed(server, e);
      tell(server, e);
      noteSentTwice(attempts, transport);
      return false;
    } catch (LoginRefusedException e) { // of this caller: the server is well
      attempts.loginRefused(server, e);
      noteSentTwice(attempts, transport);
      if (nobodyLetsIn(attempts)) {
        throw new RemoteException(attempts.refusedEverywhere(), e);
      }
      return false;
    } catch (RemoteException e) {
      throw e;
    } catch (IOException e) {
      attempts.failed(server, e);
      attempts.leftUnknown();
      tell(server, e);
      if (!attempts.call().repeatable()) {
        throw e;
      }
      return false;
    }
  }

  private Answer ask(Attempts attempts, Location server, Transport transport) throws IOException {
    Answer answer =
        transport.attempt(server, () -> shorter(settings.readTimeout(), attempts.left()));
    health.answered(server);
    noteSentTwice(attempts, transport);
    if (answer == Answer.BUSY) {
      return attempts.mayHaveBeenExecuted() ? Answer.EXECUTING : Answer.FINAL;
    }
    return answer;
  }

  private static void noteSentTwice(Attempts attempts, Transport transport) {
    if (transport.sentTwice()) {
      attempts.leftUnknown();
    }
  }

  private void tell(Location server, IOException failure) {
    if (isOfServer(failure, settings.readTimeout())) {
      health.failed(server, failure);
    }
  }

  /**
   * Tells whether a server has failed, rather than been given less time than it may take.
   *
   * @param silence that it may take
   */
  static boolean isOfServer(IOException failure, Duration silence) {
    if (failure instanceof NotSentException notSent) {
      return notSent.isFailure() && isFailure(notSent.getCause(), silence);
    }
    return isFailure(failure, silence);
  }

  private static boolean isFailure(Throwable failure, Duration silence) {
    return !(failure instanceof SilentServerException silent) || silent.isFailure(silence);
  }

  private boolean judge(Attempts attempts, Location server, Answer answer, Transport transport) {
    if (answer == Answer.FINAL) {
      finish(attempts, server);
      return true;
    }
    if (answer == Answer.UNKNOWN_HERE) {
      attempts.unknown(server);
    } else {
      attempts.refused(server, transport.reason());
      attempts.leftUnknown();
    }
    return answer == Answer.UNKNOWN_HERE && nobodyKnows(attempts);
  }

  private void finish(Attempts attempts, Location server) {
    if (attempts.call().session() != null) {
      router.bind(attempts.call().session(), server);
    }
    if (!server.equals(attempts.first())) {
      counters.failovers.increment();
      health.failedOver(attempts.first(), server);
    }
  }

  /**
   * All servers have answered that they do not know it; or all that could be reached, and one of
   * them again after a pause, so that a dead server does not hold the answer up. Not so of a
   * request that may have been executed: its answer is still to be had from a server that comes
   * back, or that deploys the bean anew.
   */
  private boolean nobodyKnows(Attempts attempts) {
    return !attempts.mayHaveBeenExecuted()
        && (attempts.unknownToAllReached()
            || (attempts.allUnknown() && router.next(attempts.call(), attempts.round()) == null));
  }

  /** As {@link #nobodyKnows}, of the login. */
  private boolean nobodyLetsIn(Attempts attempts) {
    return !attempts.mayHaveBeenExecuted()
        && (attempts.refusedByAllReached()
            || (attempts.allRefused() && router.next(attempts.call(), attempts.round()) == null));
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
