package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

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

  private boolean putAway() {
    byte[] bytes = state.toPutAway();
    return bytes != null && state.putAway(bytes, away.put(bytes));
  }

  @Test
  void shouldHaveNothingToPutAwayWhenThereIsNone() {
    assertThat(state.isNone()).isTrue();
    assertThat(state.bytes()).isNull();
    assertThat(state.checksum()).isZero();
    assertThat(putAway()).isFalse();
  }

  @Test
  void shouldReadWhatIsAwayAndLeaveItThere() {
    state.keep(BYTES);
    assertThat(putAway()).isTrue();

    assertThat(state.read()).isEqualTo(BYTES);

    assertThat(state.inMemory()).isZero();
    assertThat(state.isNone()).isFalse();
    assertThat(away.bytes).isEqualTo(BYTES);
  }

  @Test
  void shouldTakeBackIntoMemoryWhatIsAway() {
    state.keep(BYTES);
    putAway();

    assertThat(state.bytes()).isEqualTo(BYTES).isSameAs(state.bytes());

    assertThat(away.reads).isOne();
    assertThat(away.bytes).as("the file").isNull();
    assertThat(state.inMemory()).isEqualTo(BYTES.length);
  }

  @Test
  void shouldDeleteWhatIsAwayWhenItIsReplaced() {
    state.keep(BYTES);
    putAway();
    state.keep(null);
    assertThat(away.bytes).isNull();
    assertThat(state.isNone()).isTrue();
  }

  @Test
  void shouldStayInMemoryWhenItWasReplacedWhileItWasPutAway() {
    state.keep(BYTES);
    byte[] old = state.toPutAway();
    byte[] later = {4};
    state.keep(later);

    assertThat(state.putAway(old, away.put(old))).isFalse();

    assertThat(state.isAway()).isFalse();
    assertThat(state.bytes()).isSameAs(later);
  }

  /** What is being written to a file must not change meanwhile. */
  @Test
  void shouldNotBeWrittenIntoWhileItIsPutAway() {
    state.keep(BYTES);
    state.alone(true);
    assertThat(state.toPutAway()).isSameAs(BYTES);
    assertThat(state.isAlone()).isFalse();
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
  void shouldSumUpWhatWasReadWhileItIsAway() {
    state.keep(BYTES);
    putAway();
    assertThat(state.checksumOf(state.read())).isEqualTo(Checksum.of(BYTES));
  }

  /** An array that somebody has must not be written into. */
  @Test
  void shouldBeAloneNoMoreOnceSomebodyHasTheBytes() {
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
