package org.g2cl.jgcs.spread;

import java.io.EOFException;
import java.io.IOException;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;

/**
 * Body of the thread that drains a connection until that fails, and then says why.
 *
 * <p>It says so whatever the failure is, also where there is no memory to describe it: a member
 * that hears nothing must not go on to seem alive.
 */
final class Drain {
  private final String connection;
  private final Step step;
  private final Consumer<GroupException> end;

  /** What is said when nothing better can be made. */
  private final GroupException unexplained;

  Drain(String connection, Step step, Consumer<GroupException> end) {
    this.connection = connection;
    this.step = step;
    this.end = end;
    unexplained =
        new GroupException(
            "the connection of %s broke, and there was no memory to say why".formatted(connection));
  }

  /** Reading of one frame. */
  interface Step {
    void run() throws IOException;
  }

  void run() {
    GroupException cause = unexplained;
    try {
      cause = failure();
    } finally {
      end.accept(cause);
    }
  }

  private GroupException failure() {
    try {
      while (true) {
        step.run();
      }
    } catch (EOFException e) {
      return new GroupException(
          "the Spread daemon closed the connection of %s: it stopped, or it dropped this member (see MaxSessionMessages in its configuration, and its log)"
              .formatted(connection),
          e);
    } catch (GroupException e) {
      return e;
    } catch (IOException | RuntimeException | Error e) {
      return new GroupException("the connection of %s broke: %s".formatted(connection, e), e);
    }
  }
}
