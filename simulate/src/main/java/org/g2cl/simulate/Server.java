package org.g2cl.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Optional;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;

/**
 * What a server adapter does with a request: admits it, runs the bean, prepares, commits, answers.
 *
 * <p>The bean's state is the list of the requests that it has executed.
 */
final class Server {
  private static final Duration THINK = Duration.ofMillis(20);
  private static final Duration LONG_THINK = Duration.ofSeconds(4);

  private final World world;
  private final Cluster cluster;
  private final Node node;
  private final Ledger ledger;
  private final Denials denials;
  private final Commits commits;

  Server(World world, Cluster cluster, Node node, Ledger ledger, Denials denials, Commits commits) {
    this.world = world;
    this.cluster = cluster;
    this.ledger = ledger;
    this.denials = denials;
    this.commits = commits;
    this.node = node;
  }

  Answer invoke(Request request) {
    long received = world.now();
    try {
      Admission admission = admit(request);
      if (admission instanceof Admission.Replayed replayed) {
        note("repeats the reply to " + request);
        node.copy(request.session())
            .ifPresent(copy -> ledger.done(request.session(), copy.epoch(), copy.version()));
        return Answer.done(text(replayed.reply()));
      } else if (admission instanceof Admission.Granted granted) {
        return execute(request, granted.call(), received);
      }
      return Answer.of(Answer.Kind.UNKNOWN, denials.wrong(node, request, received).orElse(""));
    } catch (PropagationException e) {
      note("cannot do " + request + ": " + e.getMessage());
      return Answer.of(Answer.Kind.ELSEWHERE, e.getMessage());
    }
  }

  private Admission admit(Request request) throws PropagationException {
    Optional<RequestId> id = Optional.of(new RequestId(request.id()));
    return request.kind() == Request.Kind.CREATE
        ? node.propagation().admitCreation(request.session(), "Cart", timeout(request), id)
        : node.propagation().admit(request.session(), id);
  }

  private Duration timeout(Request request) {
    return ledger.account(request.session()).timeout;
  }

  private Answer execute(Request request, SessionCall call, long received)
      throws PropagationException {
    try {
      long letIn = world.now();
      note("runs " + request + " at " + call.epoch() + "." + call.version());
      Duration longest = world.happens(0.02) ? LONG_THINK : THINK;
      node.machine().pause(world.between(Duration.ofNanos(1), longest).toNanos());
      Optional<String> anew = wrongAnew(request, received);
      String before = call.state().map(state -> read(request, state)).orElse("");
      String after = request.isWritten() ? (before + " " + request.id()).strip() : before;
      byte[] state = Content.of(request.session(), after);
      Update update =
          request.kind() == Request.Kind.REMOVE
              ? Update.removal(bytes(after))
              : Update.state(state, bytes(after));
      if (request.kind() == Request.Kind.LOOK && call.isUnchanged(state)) {
        call.confirmUnchanged();
        call.commit();
        return unsent(request, call, letIn, received, after);
      }
      if (request.rows()) {
        inTransaction(request, call, update);
      } else {
        prepare(request, call, update, false);
        call.commit();
      }
      anew.ifPresent(wrong -> judgeCreation(request, wrong));
      ledger.done(request.session(), call.epoch(), call.version());
      ledger.account(request.session()).used(letIn);
      note("has done " + request + " at " + call.epoch() + "." + call.version());
      return Answer.done(after);
    } finally {
      call.close();
    }
  }

  /**
   * What is wrong with a creation, by a request that comes late, of what was created before: it
   * says, as a server does that denies the session, that nobody has it. Empty when it is none, and
   * an empty text when nothing is wrong.
   */
  private Optional<String> wrongAnew(Request request, long received) {
    Ledger.Account account = ledger.account(request.session());
    boolean anew =
        request.kind() == Request.Kind.CREATE && account.created && !ledger.isExcused(account);
    return anew && !account.mayBeGone(world.now())
        ? Optional.of(denials.wrong(node, request, received).orElse(""))
        : Optional.empty();
  }

  private void judgeCreation(Request request, String wrong) {
    Ledger.Account account = ledger.account(request.session());
    if (!wrong.isEmpty()) {
      ledger.violated(
          "I1", "%s is created anew by %s: %s".formatted(request.session(), node, wrong));
    } else if (!account.lost) {
      account.lost = true;
      account.stateLost = true;
      note("has created " + request.session() + " anew, of which more have failed than may");
    }
  }

  /**
   * Answers a call of which the others do not hear: they hear late that the session was used, and a
   * server that is cut off may answer from a state that they have gone on from.
   */
  private Answer unsent(
      Request request, SessionCall call, long letIn, long received, String state) {
    Ledger.Account account = ledger.account(request.session());
    account.used(letIn - Ledger.heardLateNanos(account.timeout));
    note("has done " + request + " at " + call.epoch() + "." + call.version() + ", unsent");
    return cluster.mayHaveMissed(node, request.session(), call.epoch(), received)
        ? Answer.perhapsOld(state)
        : Answer.done(state);
  }

  private void inTransaction(Request request, SessionCall call, Update update)
      throws PropagationException {
    Database.Transaction transaction = node.database().begin(node.machine());
    try {
      transaction.row(request.id());
      prepare(transaction, request, call, update);
    } catch (PropagationException e) {
      transaction.rollBack();
      call.abort();
      throw e;
    }
    long change = call.version();
    Runnable counted = () -> commits.committed(request, call.epoch(), change, node);
    boolean committed =
        transaction.commit(counted)
            || node.database().settle(node.machine(), request.id(), call.epoch());
    if (!committed) {
      call.abort();
      throw new PropagationException("transaction of " + request + " was rolled back");
    }
    call.commit();
  }

  /** The marker is written first by some (as on JOnAS), last by others (as on TomEE). */
  private void prepare(
      Database.Transaction transaction, Request request, SessionCall call, Update update)
      throws PropagationException {
    boolean first = request.id().hashCode() % 2 == 0;
    if (first) {
      transaction.marker(request.id(), call.epoch());
    }
    prepare(request, call, update, true);
    if (!first) {
      transaction.marker(request.id(), call.epoch());
    }
  }

  private void prepare(Request request, SessionCall call, Update update, boolean undecided)
      throws PropagationException {
    long began = world.now();
    call.prepare(update, undecided);
    cluster.prepared(node, request, call, began);
  }

  private String read(Request request, byte[] state) {
    if (!Content.isIntact(request.session(), state)) {
      ledger.violated(
          "I4", "%s finds a state on %s that nobody has written".formatted(request, node));
    }
    return Content.requests(state);
  }

  private void note(String text) {
    world.note(node + " " + text);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
