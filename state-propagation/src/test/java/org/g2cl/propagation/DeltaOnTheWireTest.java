package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What updates cost on the wire, from the frames that a backup gets. */
class DeltaOnTheWireTest {
  private static final SessionId CART = new SessionId("a-session-id-as-long-as-usual");
  private static final int LARGE = 100_000;

  private final List<byte[]> frames = new ArrayList<>();
  private final Backup backup = new Backup();
  private final Node node =
      new Node(
          Scheduler.live(),
          PropagationSettings.defaults(),
          backup,
          new Placement(Scheduler.live(), Object::toString, Duration.ofSeconds(1)),
          new Vanished(Scheduler.live()),
          new PrimaryView(
              Scheduler.live(),
              backup,
              PartitionRule.availability(MergePolicy.newest()),
              Object::toString,
              () -> {},
              floors -> {},
              List::of),
          new SessionTable(Scheduler.live(), 8),
          OutcomeLog.none(),
          new Counters(),
          new Backlog());
  private final Entry entry = new Entry(Scheduler.live(), CART, 8, new Shared());
  private int request;

  /** A backup that answers at once, as a member of this release or of the one before. */
  private final class Backup implements GroupLink {
    final SessionCopy copy = new SessionCopy(8, new Shared());
    boolean old;

    @Override
    public SocketAddress self() {
      return new Member("owner");
    }

    @Override
    public List<SocketAddress> members() {
      return List.of(self(), new Member("backup"));
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      frames.add(frame);
      try {
        byte[] answer = answer(FrameCodec.decode(ByteBuffer.wrap(frame))).bytes();
        return CompletableFuture.completedFuture(old ? new byte[] {answer[0]} : answer);
      } catch (MalformedFrameException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      return ask(member, frame, timeout);
    }

    private Verdict answer(Frame frame) throws MalformedFrameException {
      if (frame instanceof Frame.Copy whole) {
        return copy.onCopy(whole.epoch(), whole.orphan(), whole.content(), "owner", false);
      } else if (frame instanceof Frame.UpdateFrame update) {
        return copy.onUpdate(update.base(), update.undecided(), update.change(), "owner");
      } else if (frame instanceof Frame.PatchFrame patch && !old) {
        return copy.onPatch(patch.base(), patch.undecided(), patch.patch(), "owner");
      }
      throw new MalformedFrameException("of unknown kind");
    }

    @Override
    public boolean isCutOff(Throwable failure) {
      return false;
    }

    @Override
    public void tell(Iterable<SocketAddress> members, byte[] frame) {}

    @Override
    public Map<SocketAddress, byte[]> askAllInOrder(byte[] frame, Duration timeout) {
      throw new UnsupportedOperationException();
    }
  }

  /** Address of a member. */
  private static final class Member extends SocketAddress {
    private static final long serialVersionUID = 1;
    private final String name;

    Member(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Member member && member.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeEach
  void own() {
    node.placement().onView(backup.self(), backup.members());
    SessionCopy copy = entry.copy();
    copy.onClaim(1, backup.self());
    copy.become(1, backup.self());
    copy.create("Cart", 0);
  }

  /** Frames that the call of that state and a reply of 20 bytes has sent. */
  private List<byte[]> call(byte[] state) throws PropagationException {
    int before = frames.size();
    RequestId id = new RequestId("a-request-id-as-long-as-usual-" + request++);
    try (Call call = new Call(node, new Degradation(), entry, id, closed -> {})) {
      call.prepare(Update.state(state, new byte[20]), false);
    }
    assertThat(backup.copy.state()).isEqualTo(state);
    assertThat(backup.copy.replyTo(id)).hasSize(20);
    return frames.subList(before, frames.size());
  }

  private static byte[] random(int length) {
    byte[] state = new byte[length];
    new Random(1).nextBytes(state);
    return state;
  }

  @Test
  void shouldSendAtMost2KbToABackupWhenOneFieldOf100KbIsChanged() throws Exception {
    byte[] state = random(LARGE);
    assertThat(call(state)).hasSize(1);
    byte[] changed = state.clone();
    changed[LARGE / 2]++;

    List<byte[]> sent = call(changed);

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).hasSizeLessThan(250);
  }

  @Test
  void shouldSendTheReplyAloneWhenTheStateIsUnchanged() throws Exception {
    call(random(LARGE));

    List<byte[]> sent = call(random(LARGE));

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).hasSizeLessThan(200);
    assertThat(backup.copy.stamp()).isEqualTo(new Stamp(1, 4));
  }

  @Test
  void shouldSendTheWholeStateWhenTheBackupLacksTheVersionOfBefore() throws Exception {
    byte[] state = random(LARGE);
    call(state);
    backup.copy.onDrop(1, new Stamp(1, 2));
    byte[] changed = state.clone();
    changed[7]++;

    List<byte[]> sent = call(changed);

    assertThat(sent).hasSize(2);
    assertThat(sent.get(1)).hasSizeGreaterThan(LARGE);
  }

  @Test
  void shouldSendTheWholeStateWhenNothingIsAsBefore() throws Exception {
    call(random(1_000));
    byte[] other = new byte[1_000];
    new Random(2).nextBytes(other);

    List<byte[]> sent = call(other);

    assertThat(sent).hasSize(1);
    assertThat(FrameCodec.decode(ByteBuffer.wrap(sent.get(0))))
        .isInstanceOf(Frame.UpdateFrame.class);
  }

  @Test
  void shouldSendNoDifferencesToAMemberOfTheReleaseBefore() throws Exception {
    backup.old = true;
    byte[] state = random(LARGE);
    call(state);
    state = state.clone();
    state[5]++;

    List<byte[]> sent = call(state);

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).hasSizeGreaterThan(LARGE);
  }
}
