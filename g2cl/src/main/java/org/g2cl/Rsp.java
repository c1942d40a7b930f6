package org.g2cl;

/**
 * Response of one member; immutable. Exactly one of these holds: a value or an exception was
 * received, the member was suspected, or nothing came in time.
 */
public final class Rsp<T> {
  private enum Kind {
    NOTHING,
    VALUE,
    EXCEPTION,
    SUSPECTED
  }

  private static final Rsp<?> NOTHING = new Rsp<>(Kind.NOTHING, null, null);

  private final Kind kind;
  private final T value;
  private final Throwable exception;

  private Rsp(Kind kind, T value, Throwable exception) {
    this.kind = kind;
    this.value = value;
    this.exception = exception;
  }

  static <T> Rsp<T> of(T value) {
    return new Rsp<>(Kind.VALUE, value, null);
  }

  static <T> Rsp<T> failed(Throwable exception) {
    return new Rsp<>(Kind.EXCEPTION, null, exception);
  }

  static <T> Rsp<T> suspected(SuspectedException why) {
    return new Rsp<>(Kind.SUSPECTED, null, why);
  }

  @SuppressWarnings("unchecked") // holds no value of any type
  static <T> Rsp<T> nothing() {
    return (Rsp<T>) NOTHING;
  }

  /** Value received, which may be null; null also when none was received. */
  public T getValue() {
    return value;
  }

  /** Whether the handler threw, or the member was suspected. */
  public boolean hasException() {
    return exception != null;
  }

  /**
   * A {@link RemoteInvocationException}, a {@link SuspectedException}, another {@link
   * net.sf.jgcs.GroupException} when this member cannot read what was answered, or null when a
   * value or nothing was received.
   */
  public Throwable getException() {
    return exception;
  }

  /** Whether the member answered, with a value or an exception. */
  public boolean wasReceived() {
    return kind == Kind.VALUE || kind == Kind.EXCEPTION;
  }

  /** Whether the member left or failed before it answered. */
  public boolean wasSuspected() {
    return kind == Kind.SUSPECTED;
  }

  @Override
  public String toString() {
    return kind == Kind.VALUE ? "value " + value : kind + (hasException() ? " " + exception : "");
  }
}
