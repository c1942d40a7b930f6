package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class HeldStateTest {
  private static final byte[] BYTES = {1, 2, 3};

  private final HeldState state = new HeldState();
  private final Away away = new Away();

  /** What was put away, in place of a file. */
  private static final class Away implements PutAwayState {
    private byte[] bytes;
    private int reads;

    PutAwayState put(byte[] state) {
      bytes = state.clone();
      return this;
    }

    @Override
    public byte[] read() {
      reads++;
      return bytes.clone();
    }

    @Override
    public void delete() {
      bytes = null;
    }
  }

  private boolean putAway() throws IOException {
    return state.putAway("Cart", (bean, bytes) -> away.put(bytes));
  }

  @Test
  void shouldHaveNothingToPutAwayWhenThereIsNone() throws Exception {
    assertThat(state.isNone()).isTrue();
    assertThat(state.bytes()).isNull();
    assertThat(state.checksum()).isZero();
    assertThat(putAway()).isFalse();
  }

  @Test
  void shouldReadWhatIsAwayAndLeaveItThere() throws Exception {
    state.keep(BYTES);
    assertThat(putAway()).isTrue();

    assertThat(state.read()).isEqualTo(BYTES);

    assertThat(state.inMemory()).isZero();
    assertThat(state.isNone()).isFalse();
    assertThat(away.bytes).isEqualTo(BYTES);
  }

  @Test
  void shouldTakeBackIntoMemoryWhatIsAway() throws Exception {
    state.keep(BYTES);
    putAway();

    assertThat(state.bytes()).isEqualTo(BYTES).isSameAs(state.bytes());

    assertThat(away.reads).isOne();
    assertThat(away.bytes).as("the file").isNull();
    assertThat(state.inMemory()).isEqualTo(BYTES.length);
  }

  @Test
  void shouldDeleteWhatIsAwayWhenItIsReplaced() throws Exception {
    state.keep(BYTES);
    putAway();
    state.keep(null);
    assertThat(away.bytes).isNull();
    assertThat(state.isNone()).isTrue();
  }

  @Test
  void shouldStayInMemoryWhenItCannotBePutAway() {
    state.keep(BYTES);
    HeldState.Shelf full =
        (bean, bytes) -> {
          throw new IOException("no room for " + bean);
        };
    assertThatThrownBy(() -> state.putAway("Cart", full)).hasMessage("no room for Cart");
    assertThat(state.bytes()).isSameAs(BYTES);
  }

  @Test
  void shouldNotTakeTheChecksumOfAnotherState() {
    state.keep(BYTES);
    state.summed(BYTES.clone(), 77);
    assertThat(state.checksum()).isEqualTo(Checksum.of(BYTES));

    state.summed(BYTES, 77);
    assertThat(state.checksum()).isEqualTo(77);

    state.keep(BYTES.clone());
    assertThat(state.checksum()).isEqualTo(Checksum.of(BYTES));
  }

  @Test
  void shouldSumUpWhatWasReadWhileItIsAway() throws Exception {
    state.keep(BYTES);
    putAway();
    assertThat(state.checksumOf(state.read())).isEqualTo(Checksum.of(BYTES));
  }

  /** An array that somebody has must not be written into. */
  @Test
  void shouldBeAloneNoMoreOnceSomebodyHasTheBytes() throws Exception {
    state.keep(BYTES);
    state.alone(true);
    assertThat(state.isAlone()).isTrue();
    assertThat(state.read()).isNotNull();
    assertThat(state.isAlone()).isFalse();

    state.alone(true);
    assertThat(state.bytes()).isNotNull();
    assertThat(state.isAlone()).isFalse();

    state.alone(true);
    putAway();
    assertThat(state.isAlone()).isFalse();
  }
}
