package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.jgcs.local.LocalNetwork;

/** Members on a live network in this JVM, and short words for what clients do to them. */
final class Cluster implements AutoCloseable {
  static final PropagationSettings SETTINGS =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofMillis(300))
          .callTimeout(Duration.ofSeconds(5))
          .maxStateBytes(1 << 20)
          .build();

  final LocalNetwork network = LocalNetwork.live();
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final PropagationSettings settings;
  private final OutcomeLog outcomes;
  private final PartitionRule rule;

  /** Names that members show to each other. */
  Function<SocketAddress, String> placementNames =
      address -> address.toString().split("[@#/ ]", 2)[0];

  Cluster(String... names) throws GroupException {
    this(SETTINGS, OutcomeLog.none(), names);
  }

  Cluster(PropagationSettings settings, OutcomeLog outcomes, String... names)
      throws GroupException {
    this(settings, outcomes, PartitionRule.primary(), names);
  }

  Cluster(PropagationSettings settings, OutcomeLog outcomes, PartitionRule rule, String... names)
      throws GroupException {
    this.settings = settings;
    this.outcomes = outcomes;
    this.rule = rule;
    for (String name : names) {
      join(name);
    }
    awaitViews();
  }

  Member join(String name) throws GroupException {
    return join(name, false);
  }

  Member join(String name, boolean expectsCompany) throws GroupException {
    Protocol protocol = network.factory(name).createProtocol();
    MarshalDataSession session =
        MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
    StatePropagation propagation =
        StatePropagations.in(session, placementNames)
            .memberName(name)
            .settings(settings)
            .outcomes(outcomes)
            .expectsCompany(expectsCompany)
            .rule(rule)
            .start();
    session.join();
    Member member = new Member(name, protocol, session, propagation, session.localAddress());
    members.put(name, member);
    return member;
  }

  Member member(String name) {
    return members.get(name);
  }

  Iterable<Member> members() {
    return members.values();
  }

  /** Member that is the first backup of a session of that owner. */
  Member backupOf(String owner, SessionId session) {
    return Rendezvous.rank(session.value(), members.keySet()).stream()
        .filter(name -> !name.equals(owner))
        .findFirst()
        .map(members::get)
        .orElseThrow();
  }

  /** Member that neither owns the session nor is its first backup; of three. */
  Member thirdOf(String owner, SessionId session) {
    return members.values().stream()
        .filter(m -> !m.name.equals(owner) && !m.equals(backupOf(owner, session)))
        .findFirst()
        .orElseThrow();
  }

  void crash(Member victim) {
    members.remove(victim.name);
    network.crash(victim.address);
    victim.propagation.close();
  }

  /** Every part of the group goes on, for tests in which most of a group fails at once. */
  static Cluster available(PropagationSettings settings, String... names) throws GroupException {
    PartitionRule rule = PartitionRule.availability(MergePolicy.newest());
    return new Cluster(settings, OutcomeLog.none(), rule, names);
  }

  /** Waits until every member has a view of exactly the members that live. */
  void awaitViews() {
    Set<SocketAddress> living =
        members.values().stream().map(Member::address).collect(Collectors.toSet());
    await("views")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                members.values().stream()
                    .allMatch(m -> m.sees(living) && m.propagation.isPrimary()));
  }

  @Override
  public void close() throws IOException {
    for (Member member : members.values()) {
      member.propagation.close();
      member.session.close();
      member.protocol.close();
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    members.forEach(
        (name, member) ->
            text.append(name)
                .append(": ")
                .append(member.propagation.status())
                .append(' ')
                .append(member.propagation.heldCopies())
                .append('\n'));
    return text.toString();
  }

  /** One member. */
  record Member(
      String name,
      Protocol protocol,
      MarshalDataSession session,
      StatePropagation propagation,
      SocketAddress address) {

    /** Creates a session, its state the first word. */
    void create(SessionId id, String state) throws PropagationException {
      create(id, state, Duration.ZERO);
    }

    void create(SessionId id, String state, Duration timeout) throws PropagationException {
      Admission admission =
          propagation.admitCreation(id, "Cart", timeout, Optional.of(new RequestId(id.value())));
      try (SessionCall call = granted(admission)) {
        call.prepare(Update.state(state.getBytes(UTF_8), "created".getBytes(UTF_8)), false);
      }
    }

    Admission admit(SessionId id, String request) throws PropagationException {
      return propagation.admit(id, Optional.of(new RequestId(request)));
    }

    /** Adds a word to the state; the reply is the whole state. */
    String append(SessionId id, String request, String word) throws PropagationException {
      Admission admission = admit(id, request);
      if (admission instanceof Admission.Replayed replayed) {
        return new String(replayed.reply(), UTF_8);
      }
      try (SessionCall call = granted(admission)) {
        String state = new String(call.state().orElseThrow(), UTF_8) + " " + word;
        call.prepare(Update.state(state.getBytes(UTF_8), state.getBytes(UTF_8)), false);
        return state;
      }
    }

    void remove(SessionId id, String request) throws PropagationException {
      try (SessionCall call = granted(admit(id, request))) {
        call.prepare(Update.removal("removed".getBytes(UTF_8)), false);
      }
    }

    boolean sees(Set<SocketAddress> living) {
      return Set.copyOf(session.membership().getMembershipList()).equals(living);
    }

    PropagationStatus status() {
      return propagation.status();
    }
  }

  static SessionCall granted(Admission admission) {
    if (admission instanceof Admission.Granted granted) {
      return granted.call();
    }
    throw new AssertionError("expected to be granted, but it is " + admission);
  }

  static String replayed(Admission admission) {
    if (admission instanceof Admission.Replayed replayed) {
      return new String(replayed.reply(), UTF_8);
    }
    throw new AssertionError("expected a stored reply, but it is " + admission);
  }
}
