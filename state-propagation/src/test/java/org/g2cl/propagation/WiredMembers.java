package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.g2cl.propagation.Admission.Granted;

/**
 * Members of one group without background threads, each of which hears at once, in the thread of
 * the sender, what is sent; for a test that decides what has been heard and what not.
 */
final class WiredMembers {
  private static final PropagationSettings SETTINGS =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofMillis(50))
          .callTimeout(Duration.ofSeconds(2))
          .maxStateBytes(1000)
          .build();

  private final Map<SocketAddress, Member> members = new LinkedHashMap<>();
  private final SessionId session;

  /** False when words to drop a copy are lost. */
  boolean dropsArrive = true;

  WiredMembers(SessionId session, PartitionRule rule, int count) {
    this.session = session;
    List<SocketAddress> addresses =
        IntStream.rangeClosed(1, count).mapToObj(WiredMembers::address).toList();
    addresses.forEach(address -> members.put(address, new Member(address, addresses, rule)));
  }

  private static SocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  List<Member> all() {
    return List.copyOf(members.values());
  }

  /** One member. */
  final class Member extends StubLink {
    final Node node;
    final Receiver receiver = new Receiver(() -> {});
    private final Affirmation affirmation;
    private final Admissions admissions;

    Member(SocketAddress self, List<SocketAddress> all, PartitionRule rule) {
      super(self, all);
      node = RepairTest.node(this, SETTINGS, rule);
      Repair repair = new Repair(node);
      receiver.start(node, new OutdatedCopies(node, repair));
      admissions = new Admissions(node, new Degradation(), self + "-", false);
      affirmation = new Affirmation(node, repair, admissions);
    }

    Entry entry() {
      return node.table().with(session, entry -> entry);
    }

    /** Member that is the best to hold a copy besides this one, at 0, or the next ones. */
    Member backup(int rank) {
      return members.get(node.placement().view().ranked(session).get(rank));
    }

    void hearOfAMerge() {
      affirmation.onMerge();
    }

    void seeOthersGoAndComeBack() {
      node.placement().onView(self(), List.of(self()));
      hearOfAMerge();
      node.placement().onView(self(), members());
      entry().copy().surrender(entry().copy().epoch());
      entry().copy().doubtOwner();
    }

    /** Has the session as its owner, whatever the others know. */
    void own(long epoch, String state) {
      SessionCopy copy = entry().copy();
      copy.onClaim(epoch, self());
      copy.become(epoch, self());
      Update update = Update.state(state.getBytes(UTF_8), new byte[0]);
      copy.complete(copy.begin(epoch, new RequestId("of-its-part"), update), false);
    }

    /** Has content that the owner of that epoch has made. */
    void hold(SocketAddress owner, Stamp stamp, String state) {
      Snapshot content =
          new Snapshot("Cart", 0, 0, stamp, state.getBytes(UTF_8), Replies.NONE, null);
      receiver.handle(new Frame.Copy(session, stamp.epoch(), false, content), owner);
    }

    /** Claims the session for a call that adds a word, which is the state then. */
    String append(String request, String word) throws PropagationException {
      try (SessionCall call = call(request)) {
        String state = new String(call.state().orElseThrow(), UTF_8) + word;
        call.prepare(Update.state(state.getBytes(UTF_8), new byte[0]), false);
        return state;
      }
    }

    /** Claims the session for a call that makes this the state. */
    void set(String request, String state) throws PropagationException {
      try (SessionCall call = call(request)) {
        call.prepare(Update.state(state.getBytes(UTF_8), new byte[0]), false);
      }
    }

    SessionCall call(String request) throws PropagationException {
      Admission admission = admissions.admit(session, Optional.of(new RequestId(request)), null);
      return ((Granted) admission).call();
    }

    /** Claims the session for a call that fails, and gives it up before it has made a change. */
    void claimInVain(String request) throws PropagationException {
      try (SessionCall call = call(request)) {
        entry().copy().surrender(call.epoch());
      }
    }

    /** As the keeper does at each scan. */
    void lookInTheBackground() {
      boolean isDue;
      synchronized (entry()) {
        isDue = affirmation.isDue(entry());
      }
      if (isDue) {
        affirmation.run(entry());
      }
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      return CompletableFuture.completedFuture(send(member, frame));
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      if (dropsArrive) {
        return ask(member, frame, timeout);
      }
      return CompletableFuture.failedFuture(new TimeoutException("meant by the test"));
    }

    @Override
    public void tell(Iterable<SocketAddress> to, byte[] frame) {
      to.forEach(member -> send(member, frame));
    }

    @Override
    public Map<SocketAddress, byte[]> askAllInOrder(byte[] frame, Duration timeout) {
      Map<SocketAddress, byte[]> answers = new HashMap<>();
      members.keySet().forEach(member -> answers.put(member, send(member, frame)));
      return answers;
    }

    private byte[] send(SocketAddress to, byte[] frame) {
      try {
        return members.get(to).receiver.handle(FrameCodec.decode(ByteBuffer.wrap(frame)), self());
      } catch (MalformedFrameException e) {
        throw new AssertionError(e);
      }
    }
  }
}
