package org.g2cl.jgcs.local;

/** Message on its way over one link. */
final class Frame {
  /** What happens to a frame when it arrives. */
  enum Kind {
    /** Delivered. */
    DIRECT,
    /** Put in order by the coordinator, and sent on to all. */
    TO_SEQUENCER,
    /** Delivered; its place in the total order is fixed. */
    SEQUENCED
  }

  private final Kind kind;
  private final LocalMember origin;
  private final LocalMember from;
  private final LocalMember to;
  private final LocalMessage message;
  private final LocalService service;
  private final boolean toSelf;

  Frame(
      Kind kind,
      LocalMember origin,
      LocalMember from,
      LocalMember to,
      LocalMessage message,
      LocalService service,
      boolean toSelf) {
    this.kind = kind;
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.message = message;
    this.service = service;
    this.toSelf = toSelf;
  }

  /** The same frame once more, as a message of its own. */
  Frame copy() {
    return new Frame(kind, origin, from, to, message, service, toSelf);
  }

  LocalMessage message() {
    return message;
  }

  Frame next(Kind nextKind, LocalMember nextFrom, LocalMember nextTo) {
    return new Frame(nextKind, origin, nextFrom, nextTo, message, service, toSelf);
  }

  void deliver() {
    if (toSelf || !to.equals(origin)) {
      to.take(message, service);
    }
  }

  boolean bestEffort() {
    return service == LocalService.BEST_EFFORT;
  }

  boolean ordered() {
    return service.ordered();
  }

  Kind kind() {
    return kind;
  }

  LocalMember origin() {
    return origin;
  }

  LocalMember from() {
    return from;
  }

  LocalMember to() {
    return to;
  }
}
