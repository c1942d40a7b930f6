package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.net.SocketTimeoutException;
import org.apache.openejb.client.ClusterResponse;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.ProtocolMetaData;
import org.apache.openejb.client.Response;
import org.g2cl.cmi.client.Opinionated.Opinion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers as bytes. */
class WireTest {
  private final SocketTimeoutException late = new SocketTimeoutException("late");

  @ParameterizedTest
  @EnumSource(Opinion.class)
  void shouldSayThatTheConnectionEndedWhateverAClassMakesOfIt(Opinion opinion) throws Exception {
    byte[] whole = bytes(opinion);
    for (int bytes = 0; bytes < whole.length; bytes++) {
      var cut = new AnswerStream(new ByteArrayInputStream(whole, 0, bytes));

      assertThatThrownBy(() -> Wire.answer(cut, new EJBResponse()))
          .as("cut off after %d bytes", bytes)
          .isExactlyInstanceOf(EOFException.class);
    }
    var answer = new EJBResponse();
    Wire.answer(new AnswerStream(new ByteArrayInputStream(whole)), answer);
    assertThat(answer.getResult()).isEqualTo(new Opinionated(opinion, "text"));
  }

  /** The rest comes when it is too late, so that a class which reads on may not notice. */
  @ParameterizedTest
  @EnumSource(Opinion.class)
  void shouldSayThatTheServerFellSilentWhateverAClassMakesOfIt(Opinion opinion) throws Exception {
    byte[] whole = bytes(opinion);
    for (int bytes = 0; bytes < whole.length; bytes++) {
      var slow = new AnswerStream(new SilentOnce(new ByteArrayInputStream(whole), bytes));

      assertThatThrownBy(() -> Wire.answer(slow, new EJBResponse()))
          .as("silent after %d bytes", bytes)
          .isSameAs(late);
    }
  }

  private static byte[] bytes(Opinion opinion) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var protocol = new ProtocolMetaData();
    protocol.writeExternal(bytes);
    Response answer = FakeBeans.ok(new Opinionated(opinion, "text"));
    answer.setMetaData(protocol);
    try (var out = new ObjectOutputStream(bytes)) {
      new ClusterResponse(ClusterResponse.Code.CURRENT).writeExternal(out);
      answer.writeExternal(out);
    }
    return bytes.toByteArray();
  }

  /** Connection on which nothing comes in time for once. */
  private final class SilentOnce extends FilterInputStream {
    private final int silentAfter;
    private int given;
    private boolean wasSilent;

    SilentOnce(InputStream in, int silentAfter) {
      super(in);
      this.silentAfter = silentAfter;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (given == silentAfter && length > 0 && !wasSilent) {
        wasSilent = true;
        throw late;
      }
      int longest = wasSilent ? length : Math.min(length, silentAfter - given);
      int read = super.read(bytes, offset, longest);
      given += Math.max(read, 0);
      return read;
    }
  }
}
