package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketAddress;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Addresses of any bytes: that of a member, or one of nobody that is written as it was read. */
class AddressFuzzTest {
  private static final TestGroup GROUP = new TestGroup();
  private static MarshalDataSession session;

  @BeforeContainer
  static void join() throws Exception {
    session = GROUP.session("a");
    session.join();
  }

  @AfterContainer
  static void close() throws Exception {
    GROUP.close();
  }

  @Property
  void shouldReadAnyBytesAndWriteThemAgain(@ForAll @Size(max = 1024) byte[] bytes) {
    AddressCodec codec = new AddressCodec(session);

    SocketAddress address = codec.read(bytes);

    assertThat(codec.write(address)).isEqualTo(bytes);
    assertThat(codec.read(bytes)).isEqualTo(address).hasSameHashCodeAs(address);
    assertThat(codec.read(codec.write(session.localAddress()))).isSameAs(session.localAddress());
  }

  @Property(tries = 20)
  void shouldRefuseWhatIsTooLong(@ForAll @Size(min = 1025, max = 2000) byte[] bytes) {
    AddressCodec codec = new AddressCodec(session);

    assertThatThrownBy(() -> codec.read(bytes)).isInstanceOf(IllegalArgumentException.class);
  }
}
