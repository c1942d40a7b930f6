package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes of each release must be read for ever after. Do not change a line: add some. */
class EntryCodecTest {
  private static final Entry ENTRY = new Entry("a/b", new byte[] {'S', 'x'}, 17, 5);

  /** What the releases without a count write, who do not look at what follows. */
  private static final String WITHOUT_COUNT =
      "01"
          + "00000001"
          + "0003612f62"
          + "00000002"
          + "5378"
          + "0000000000000011"
          + "0000000000000005";

  private static final String COUNT = "0000000000000309";

  private static Counted read(String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return EntryCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static String write(Counted counted) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    EntryCodec.write(counted, new DataOutputStream(bytes));
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  @Test
  void shouldWriteTheCountBehindWhatEarlierReleasesRead() throws Exception {
    assertThat(write(new Counted(List.of(ENTRY), 0x309))).isEqualTo(WITHOUT_COUNT + COUNT);
  }

  @Test
  void shouldReadWhatReleasesWithoutACountWrite() throws Exception {
    Counted counted = read(WITHOUT_COUNT);
    assertThat(counted.count()).isZero();
    assertThat(counted.entries()).hasSize(1).allMatch(ENTRY::same);
  }

  @Test
  void shouldReadTheCountAndLeaveWhatALaterReleaseAdds() throws Exception {
    for (String later : List.of("", "00", "0102030405060708")) {
      Counted counted = read(WITHOUT_COUNT + COUNT + later);
      assertThat(counted.count()).isEqualTo(0x309);
      assertThat(counted.entries()).hasSize(1).allMatch(ENTRY::same);
    }
  }

  @Test
  void shouldRefuseACountThatIsCutOff() {
    assertThatThrownBy(() -> read(WITHOUT_COUNT + COUNT.substring(2)))
        .isInstanceOf(IOException.class);
  }
}
