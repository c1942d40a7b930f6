package org.g2cl.loadtest.direct;

import java.util.Arrays;
import java.util.Optional;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;

/** Call of a session that is propagated by JGroups directly. */
final class DirectCall implements SessionCall {
  private final DirectPropagation propagation;
  private final DirectSession session;
  private final RequestId request;
  private boolean closed;

  DirectCall(DirectPropagation propagation, DirectSession session, RequestId request) {
    this.propagation = propagation;
    this.session = session;
    this.request = request;
  }

  @Override
  public SessionId session() {
    return new SessionId(session.id());
  }

  @Override
  public String bean() {
    return session.bean();
  }

  @Override
  public RequestId request() {
    return request;
  }

  /** There are no epochs here. */
  @Override
  public long epoch() {
    return 1;
  }

  @Override
  public long version() {
    return session.version();
  }

  @Override
  public Optional<byte[]> state() {
    return Optional.ofNullable(session.state());
  }

  @Override
  public boolean isUnchanged(byte[] state) {
    return Arrays.equals(session.state(), state);
  }

  @Override
  public void confirmUnchanged() {
    // nobody could have taken the session over
  }

  @Override
  public void prepare(Update update, boolean undecided) throws PropagationException {
    SessionFrame frame =
        session.changed(request.value(), update.reply(), update.state().orElse(null));
    propagation.send(frame);
    session.apply(frame, true);
  }

  @Override
  public void commit() {
    // the backup has it already
  }

  /** The change stays: what is compared is calls that succeed. */
  @Override
  public void abort() {
    // nothing is taken back
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      propagation.ended(session);
    }
  }
}
