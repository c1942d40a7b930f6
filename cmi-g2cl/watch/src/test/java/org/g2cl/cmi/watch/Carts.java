package org.g2cl.cmi.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;

/** Short words for what a server does to sessions, and for its settings. */
final class Carts {
  private static final Pattern TAKE_OVER = Pattern.compile("took over (\\d+) session");

  private Carts() {}

  static void create(HaService at, String cart) throws Exception {
    SessionId id = new SessionId(cart);
    call(at.propagation().admitCreation(id, "Cart", Duration.ZERO, request(cart)));
  }

  static void write(HaService at, String cart, String request) throws Exception {
    call(at.propagation().admit(new SessionId(cart), request(request)));
  }

  /** A call that has begun; it is to be ended. */
  static SessionCall open(HaService at, String cart, String request) throws Exception {
    Admission admission = at.propagation().admit(new SessionId(cart), request(request));
    if (admission instanceof Admission.Granted granted) {
      return granted.call();
    }
    throw new AssertionError("not admitted: " + admission);
  }

  static void end(SessionCall call) throws Exception {
    call.prepare(Update.state(new byte[] {7}, new byte[] {1}), false);
  }

  private static void call(Admission admission) throws Exception {
    if (admission instanceof Admission.Granted granted) {
      try (SessionCall call = granted.call()) {
        end(call);
      }
    } else if (!(admission instanceof Admission.Replayed)) {
      throw new AssertionError("not admitted: " + admission);
    }
  }

  private static Optional<RequestId> request(String value) {
    return Optional.of(new RequestId(value));
  }

  /** Sessions taken over that the events tell of, in one or several of them. */
  static int takenOver(String events) {
    return TAKE_OVER
        .matcher(events)
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .sum();
  }

  static HaSettings.Builder settings(String engine, String group, String name, int number) {
    return HaSettings.builder()
        .set(HaSetting.ENGINE, engine)
        .set(HaSetting.GROUP, group)
        .set(HaSetting.NAME, name)
        .set(HaSetting.LOCATION, location(number))
        .set(HaSetting.STATUS_PORT, 0);
  }

  static String location(int number) {
    return "127.0.0.1:422" + number;
  }
}
