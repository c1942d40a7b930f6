package org.g2cl.cmi.tomee;

import jakarta.ejb.AsyncResult;
import jakarta.ejb.EJBException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InvalidateReferenceException;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.OpenEJBRuntimeException;
import org.g2cl.cmi.core.ContentLimits;

/**
 * Outcome of a call in the form in which it is stored: a version byte, a kind, the {@link
 * MethodNumbers number} of the method, and the object, as a {@link PlainValue} or a serial stream.
 * The former version has no number; it is written while a member reads no other.
 *
 * @param kind what the object is
 * @param value result or exception; may be null
 */
record Reply(Kind kind, Object value) {
  private static final byte UNNUMBERED = 1;
  private static final byte NUMBERED = 2;
  private static final int METHOD = 2;
  private static final byte[] NONE = new byte[0];

  /** Characters of an exception's text that are stored where it is not itself. */
  private static final int MOST_OF_TEXT = 2_000;

  /** Kinds of outcome; the codes are part of the stored form. */
  enum Kind {
    RESULT(0),
    APPLICATION_EXCEPTION(1),
    SYSTEM_EXCEPTION(2),
    ASYNCHRONOUS_RESULT(3);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    static Optional<Kind> of(byte code) {
      return Arrays.stream(values()).filter(kind -> kind.code == code).findAny();
    }
  }

  static Reply result(Object value) {
    return value instanceof Future<?> future && isDone(future)
        ? ofDone(future)
        : new Reply(Kind.RESULT, value);
  }

  /** The specification's own result is done, and throws when it is asked. */
  private static boolean isDone(Future<?> future) {
    return future instanceof AsyncResult<?> || future.isDone();
  }

  /**
   * An asynchronous method of a bean returns a future that is done; ejbd sends what it holds. One
   * that has failed is a result, too: the bean has returned it, and goes on.
   */
  private static Reply ofDone(Future<?> done) {
    try {
      return new Reply(Kind.ASYNCHRONOUS_RESULT, done.get());
    } catch (ExecutionException e) {
      return new Reply(Kind.APPLICATION_EXCEPTION, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply(Kind.APPLICATION_EXCEPTION, e);
    } catch (RuntimeException e) { // it was cancelled
      return new Reply(Kind.APPLICATION_EXCEPTION, e);
    }
  }

  /** Outcome of a call that the container has ended by an exception. */
  static Reply of(OpenEJBException thrown) {
    Throwable cause = thrown.getRootCause() == null ? thrown : thrown.getRootCause();
    return new Reply(
        thrown instanceof ApplicationException && !(thrown instanceof InvalidateReferenceException)
            ? Kind.APPLICATION_EXCEPTION
            : Kind.SYSTEM_EXCEPTION,
        unwrapped(cause));
  }

  /** Without what the container puts around what a callback throws, a class of servers alone. */
  private static Throwable unwrapped(Throwable thrown) {
    if (thrown.getClass() == RemoteException.class
        && thrown.getCause() instanceof OpenEJBRuntimeException wrapper
        && wrapper.getCause() != null) {
      var plain = new RemoteException(wrapper.getMessage(), wrapper.getCause());
      plain.setStackTrace(thrown.getStackTrace());
      return plain;
    }
    return thrown;
  }

  /** Stored form of the outcome of a call that nobody can repeat. */
  static byte[] none() {
    return NONE;
  }

  /**
   * Stored form.
   *
   * @param method number of the method that was called; empty where a member cannot read it
   * @throws UnwritableException when a result cannot be serialized, or not be read again, or is
   *     over a limit; an exception is replaced by one that carries the begin of its text
   */
  byte[] encode(GraphWriter writer, ContentLimits limits, OptionalInt method)
      throws UnwritableException {
    byte[] encoded = encode(writer, method);
    if (encoded.length > limits.replyBytes() && value instanceof Throwable) {
      encoded = inText().encode(writer, method);
    }
    if (encoded.length > limits.replyBytes() && value != null) {
      throw new UnwritableException(
          "the result of class %s takes %d bytes to be stored for a repeated request, over %s"
              .formatted(value.getClass().getName(), encoded.length, limits.ruleOfReplies()));
    }
    return encoded;
  }

  private byte[] encode(GraphWriter writer, OptionalInt method) throws UnwritableException {
    try {
      return encoded(writer, method);
    } catch (IOException | RuntimeException e) {
      if (value instanceof Throwable) {
        return inText().encode(writer, method);
      }
      throw notStored(e);
    } catch (StackOverflowError | LinkageError e) {
      throw new UnwritableException(
          "the result of class %s cannot be serialized: %s"
              .formatted(value.getClass().getName(), StateCodec.explain(e)));
    }
  }

  private UnwritableException notStored(Exception e) {
    return new UnwritableException(
        "the result of class %s cannot be stored for a repeated request: %s%s"
            .formatted(
                value.getClass().getName(),
                e instanceof IOException ? e.getMessage() : e,
                e instanceof TooDeepException
                    ? ""
                    : "; return a serializable class of the application's"));
  }

  /** The exception as one that every client has. */
  private Reply inText() {
    String text = String.valueOf(value);
    return new Reply(
        kind, new EJBException(text.substring(0, Math.min(MOST_OF_TEXT, text.length()))));
  }

  private byte[] encoded(GraphWriter writer, OptionalInt method) throws IOException {
    byte[] head =
        method.isEmpty()
            ? new byte[] {UNNUMBERED, kind.code}
            : ByteBuffer.allocate(METHOD + Integer.BYTES)
                .put(NUMBERED)
                .put(kind.code)
                .putInt(method.getAsInt())
                .array();
    if (value == null) {
      return head;
    }
    byte[] plain = PlainValue.encode(head, value);
    return plain == null ? writer.write(head, out -> out.writeGraph(value)) : plain;
  }

  /** Length of what is before the object; 0 when the form is not known. */
  private static int head(byte[] stored) {
    int head =
        switch (stored.length == 0 ? 0 : stored[0]) {
          case UNNUMBERED -> METHOD;
          case NUMBERED -> METHOD + Integer.BYTES;
          default -> 0;
        };
    return head > stored.length ? 0 : head;
  }

  /**
   * Tells whether what is stored may be the outcome of a call of the method of that number: of the
   * former version nobody knows.
   */
  static boolean isOf(byte[] stored, int method) {
    return head(stored) <= METHOD || ByteBuffer.wrap(stored).getInt(METHOD) == method;
  }

  /** Reads the stored form. */
  static Reply decode(byte[] stored, BeanContext bean, ClassAllowList allowed) {
    if (stored.length == 0) {
      return result(null);
    }
    int head = head(stored);
    Kind kind = head == 0 ? null : Kind.of(stored[1]).orElse(null);
    if (kind == null) {
      throw new EJBException(
          "bean %s: a stored reply has an unknown form; run members at most one release apart"
              .formatted(bean.getDeploymentID()));
    }
    if (stored.length == head) {
      return new Reply(kind, null);
    }
    if (PlainValue.isAt(stored, head)) {
      return new Reply(kind, PlainValue.decode(stored, head));
    }
    var bytes = new ByteArrayInputStream(stored, head, stored.length - head);
    try (var in = new StateInput(bytes, allowed, bean.getClassLoader())) {
      return new Reply(kind, in.readGraph());
    } catch (IOException | ClassNotFoundException e) {
      throw new EJBException(
          "bean %s: a stored reply cannot be read here: %s"
              .formatted(bean.getDeploymentID(), e.getMessage()),
          e);
    }
  }

  /** Gives the result back or throws the exception again, as the container did the first time. */
  Object repeat() throws OpenEJBException {
    return switch (kind) {
      case APPLICATION_EXCEPTION -> throw new ApplicationException((Throwable) value);
      case SYSTEM_EXCEPTION -> throw new InvalidateReferenceException((Throwable) value);
      case RESULT -> value;
      case ASYNCHRONOUS_RESULT -> new AsyncResult<>(value);
    };
  }
}
