package net.sf.jgcs.spi;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class ArrayMessageTest {
  private static final int MESSAGES = 5_000;

  /** After so many the other thread may need this one's processor. */
  private static final int SPINS = 1_000;

  private static final byte[] ARRAY = "head payload tail".getBytes(US_ASCII);
  private static final int OFFSET = 5;
  private static final int LENGTH = 7;
  private static final byte[] PAYLOAD = "payload".getBytes(US_ASCII);

  private static final class Text extends ArrayMessage {
    private static final long serialVersionUID = 1L;

    Text() {}

    Text(byte[] array, int offset, int length) {
      super(array, offset, length, null);
    }
  }

  private static Text delivered() {
    return new Text(ARRAY, OFFSET, LENGTH);
  }

  private static Text headed() {
    Text message = new Text();
    message.setPayload("pay".getBytes(US_ASCII), "reload!".getBytes(US_ASCII), 2, 4);
    return message;
  }

  @Test
  void shouldStayAsItWasWhenItIsRead() {
    Text message = delivered();
    assertThat(message.getPayload()).isEqualTo(PAYLOAD).isSameAs(message.getPayload());
    assertThat(message.array()).isSameAs(ARRAY);
    assertThat(message.offset()).isEqualTo(OFFSET);
    assertThat(message.length()).isEqualTo(LENGTH);
    assertThat(message.payload()).isEqualTo(ByteBuffer.wrap(PAYLOAD));
  }

  @Test
  void shouldNotCopyAPayloadThatIsAWholeArray() {
    Text message = new Text(PAYLOAD, 0, PAYLOAD.length);
    assertThat(message.getPayload()).isSameAs(PAYLOAD);
  }

  @Test
  void shouldJoinHeadAndPartAndKeepThemForTheEngine() {
    Text message = headed();
    assertThat(message.getPayload()).isEqualTo(PAYLOAD).isSameAs(message.array());
    assertThat(message.offset()).isZero();
    assertThat(message.length()).isEqualTo(LENGTH);
    int head = message.read((first, array, offset, length) -> first.length);
    assertThat(head).isEqualTo(3);
  }

  @Test
  void shouldForgetWhatItHasJoinedWhenItIsFilledAnew() {
    Text message = headed();
    assertThat(message.getPayload()).isEqualTo(PAYLOAD);
    message.setPayload(new byte[] {1}, ARRAY, 0, 1);
    assertThat(message.getPayload()).containsExactly(1, 'h');
    message.setPayload(PAYLOAD);
    assertThat(message.getPayload()).isSameAs(PAYLOAD);
  }

  @Test
  void shouldGiveThreadsThatReadItTogetherTheSamePayload() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    AtomicReferenceArray<Text> messages = new AtomicReferenceArray<>(MESSAGES);
    AtomicInteger done = new AtomicInteger();
    try {
      Future<Integer> first = threads.submit(() -> wrong(messages, done, true));
      Future<Integer> second = threads.submit(() -> wrong(messages, done, false));
      assertThat(first.get(20, TimeUnit.SECONDS)).isZero();
      assertThat(second.get(20, TimeUnit.SECONDS)).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Reads each message at the same time as another thread that does this. */
  private static int wrong(AtomicReferenceArray<Text> messages, AtomicInteger done, boolean maker) {
    int wrong = 0;
    for (int i = 0; i < MESSAGES; i++) {
      if (maker) {
        messages.set(i, i % 2 == 0 ? delivered() : headed());
      }
      int number = i;
      awaitTrue(() -> messages.get(number) != null);
      Text message = messages.get(i);
      if (!Arrays.equals(PAYLOAD, message.getPayload())
          || !ByteBuffer.wrap(PAYLOAD).equals(message.payload())) {
        wrong++;
      }
      done.incrementAndGet();
      awaitTrue(() -> done.get() >= 2 * number + 2);
    }
    return wrong;
  }

  private static void awaitTrue(BooleanSupplier condition) {
    for (int spins = 1; !condition.getAsBoolean(); spins++) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("the other thread has failed");
      }
      if (spins % SPINS == 0) {
        LockSupport.parkNanos(1);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
