package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AssemblyTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final SocketAddress B = InetSocketAddress.createUnresolved("b", 1);

  private final Assembly assembly = new Assembly(new DroppedFrames());

  private static Fragment part(long id, int index, int count, byte[] payload, int size)
      throws MalformedFrameException {
    return Fragment.read(ByteBuffer.wrap(Fragment.part(id, index, count, payload, size)));
  }

  @Property(tries = 100)
  void shouldJoinFragmentsInWhateverOrderTheyCome(
      @ForAll @IntRange(min = 2, max = 50) int count, @ForAll long seed) throws Exception {
    byte[] payload = new byte[count * 10 - 3];
    Random random = new Random(seed);
    random.nextBytes(payload);
    List<Fragment> fragments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fragments.add(part(7, i, count, payload, 10));
    }
    Collections.shuffle(fragments, random);
    Assembly own = new Assembly(new DroppedFrames());
    ByteBuffer joined = null;
    for (Fragment fragment : fragments) {
      assertThat(joined).isNull();
      joined = own.add(A, fragment);
    }
    assertThat(joined).isEqualTo(ByteBuffer.wrap(payload));
  }

  @Test
  void shouldTellSendersAndMessagesApart() throws Exception {
    byte[] one = {1, 1};
    byte[] two = {2, 2};
    assertThat(assembly.add(A, part(1, 0, 2, one, 1))).isNull();
    assertThat(assembly.add(B, part(1, 1, 2, two, 1))).isNull();
    assertThat(assembly.add(A, part(2, 1, 2, two, 1))).isNull();
    assertThat(assembly.add(A, part(1, 1, 2, one, 1))).isEqualTo(ByteBuffer.wrap(one));
  }

  @Test
  void shouldRefuseFragmentsThatDoNotFit() throws Exception {
    byte[] payload = new byte[10];
    assembly.add(A, part(1, 0, 5, payload, 2));
    assertThatThrownBy(() -> assembly.add(A, part(1, 0, 5, payload, 2)))
        .hasMessageContaining("does not fit");
    assertThatThrownBy(() -> assembly.add(A, part(1, 1, 6, payload, 2)))
        .hasMessageContaining("does not fit");
  }

  @Test
  void shouldForgetMembersThatAreGone() throws Exception {
    byte[] payload = new byte[2];
    assembly.add(A, part(1, 0, 2, payload, 1));
    assembly.retain(sender -> !sender.equals(A));
    assertThat(assembly.add(A, part(1, 1, 2, payload, 1))).isNull();
  }

  @Test
  void shouldGiveUpTheOldestWhenOneSenderFillsTheMemory() throws Exception {
    byte[] payload = new byte[2];
    for (int id = 0; id <= Assembly.MAX_FRAGMENTS; id++) {
      assembly.add(A, part(id, 0, 2, payload, 1));
    }
    assertThat(assembly.add(A, part(0, 1, 2, payload, 1))).as("given up").isNull();
    assertThat(assembly.add(A, part(Assembly.MAX_FRAGMENTS, 1, 2, payload, 1))).isNotNull();
  }

  @Test
  void shouldGiveUpWhatAMemberLeftUnfinishedWhenAnotherOneSends() throws Exception {
    AtomicLong now = new AtomicLong();
    List<String> givenUp = new ArrayList<>();
    Assembly own =
        new Assembly(new DroppedFrames(), now::get, (from, id) -> givenUp.add(from + "/" + id));
    byte[] payload = new byte[2];
    own.add(A, part(7, 0, 2, payload, 1));
    now.addAndGet(Duration.ofSeconds(50).toNanos());
    own.add(B, part(1, 0, 2, payload, 1));
    assertThat(givenUp).isEmpty();
    now.addAndGet(Duration.ofSeconds(11).toNanos());
    own.add(B, part(2, 0, 2, payload, 1));
    assertThat(givenUp).containsExactly(A + "/7");
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    own.retain(sender -> true);
    assertThat(givenUp).containsExactlyInAnyOrder(A + "/7", B + "/1", B + "/2");
  }
}
