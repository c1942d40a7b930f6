package org.g2cl.loadtest.direct;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.g2cl.propagation.SessionBusyException;

/** A session at its owner, or the copy of it at a backup. Fields are guarded by this. */
final class DirectSession {
  private static final long PATIENCE_SECONDS = 10;

  private final String id;
  private final Semaphore calls = new Semaphore(1);
  private String bean = "";
  private long version;
  private byte[] state;
  private String lastRequest = "";
  private byte[] lastReply;
  private boolean owned;

  DirectSession(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** Lets one call in at a time. */
  void enter() throws SessionBusyException {
    try {
      if (!calls.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new SessionBusyException(
            "session %s: another call has not ended within %d s".formatted(id, PATIENCE_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SessionBusyException("session " + id + ": interrupted while waiting for a call");
    }
  }

  void leave() {
    calls.release();
  }

  synchronized void create(String name) {
    bean = name;
    owned = true;
  }

  /** Makes this member the owner; returns whether it was not. */
  synchronized boolean own() {
    boolean before = owned;
    owned = true;
    return !before;
  }

  synchronized boolean isOwned() {
    return owned;
  }

  synchronized boolean exists() {
    return state != null;
  }

  synchronized String bean() {
    return bean;
  }

  synchronized long version() {
    return version;
  }

  synchronized byte[] state() {
    return state;
  }

  /** Reply to the last request when it is this one, or null. */
  synchronized byte[] replyTo(String request) {
    return lastRequest.equals(request) ? lastReply : null;
  }

  /** What a change makes of it. */
  synchronized SessionFrame changed(String request, byte[] reply, byte[] newState) {
    return new SessionFrame(id, bean, version + 1, request, reply, newState);
  }

  synchronized void apply(SessionFrame frame, boolean asOwner) {
    bean = frame.bean();
    version = frame.version();
    state = frame.state();
    lastRequest = frame.request();
    lastReply = frame.reply();
    owned = asOwner;
  }
}
