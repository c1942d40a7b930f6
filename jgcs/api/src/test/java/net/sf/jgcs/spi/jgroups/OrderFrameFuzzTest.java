package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class OrderFrameFuzzTest {
  /** A member that hears and says nothing. */
  private static final class Silent implements OrderKeeper.Engine<String, String> {
    @Override
    public void send(String member, int kind, byte[] content, boolean isMuch) {}

    @Override
    public void cast(int kind, byte[] content) {}

    @Override
    public void inform(String text) {}

    @Override
    public void warn(String text) {}

    @Override
    public void deliver(String message) {}

    @Override
    public void deliver(ByteBuffer message) {}

    @Override
    public void acknowledge(ByteBuffer message) {}

    @Override
    public byte[] toBytes(String member) {
      return new byte[16];
    }

    @Override
    public String fromBytes(byte[] bytes) {
      return "a";
    }
  }

  @Property
  void shouldReadOrDropWhateverComes(
      @ForAll @IntRange(min = -1, max = 10) int kind, @ForAll byte[] content) {
    OrderKeeper<String, String> keeper = member();
    assertThatCode(() -> keeper.received("a", kind, ByteBuffer.wrap(content)))
        .doesNotThrowAnyException();
  }

  @Property
  void shouldReadOrDropWhateverComesInThePresentVersion(
      @ForAll @IntRange(min = 1, max = 9) int kind, @ForAll byte[] content) {
    OrderKeeper<String, String> keeper = member();
    ByteBuffer frame = ByteBuffer.allocate(1 + content.length).put((byte) 1).put(content).flip();
    assertThatCode(() -> keeper.received("a", kind, frame)).doesNotThrowAnyException();
  }

  private static OrderKeeper<String, String> member() {
    var keeper = new OrderKeeper<String, String>(new Silent());
    keeper.viewChanged("b", List.of("a", "b"), 1, null, member -> 0);
    return keeper;
  }
}
