package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that mean one thing to the scan and another to a class that reads itself. */
class HeldInputTest {
  private static final int WRITES =
      ObjectStreamConstants.SC_SERIALIZABLE | ObjectStreamConstants.SC_WRITE_METHOD;

  /** What was made of streams. */
  private static final List<String> MADE = new ArrayList<>();

  /** Reads itself, and has no fields. */
  static final class Self implements Serializable {
    private static final long serialVersionUID = 1;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject("x");
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      MADE.add("self with " + in.readObject());
    }
  }

  /** Must not be made. */
  static final class Hidden implements Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      MADE.add("hidden");
    }
  }

  private final ValueCodec codec = new ValueCodec(new ClassAllowList(List.of("*")));

  @BeforeEach
  void clear() {
    MADE.clear();
  }

  private static Object readByJava(byte[] stream) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stream))) {
      return in.readObject();
    }
  }

  private static StreamWriter selfWithNumber(int fields) {
    StreamWriter self =
        new StreamWriter().object().classOf(Self.class.getName(), 1, WRITES, fields);
    for (int i = 0; i < fields; i++) {
      self.field('J', "number" + i);
    }
    return self.end().nothing();
  }

  /** The scan takes for numbers what the class takes for an object, and hides the rest. */
  private static byte[] hidden() {
    StreamWriter object =
        new StreamWriter()
            .object()
            .classOf(Hidden.class.getName(), 1, ObjectStreamConstants.SC_SERIALIZABLE, 0)
            .end()
            .nothing();
    byte[] bytes = object.bytes();
    int numbers = (bytes.length - 4 + 7) / 8;
    StreamWriter stream = selfWithNumber(numbers);
    stream.raw(java.util.Arrays.copyOfRange(bytes, 4, bytes.length));
    for (int i = bytes.length - 4; i < 8 * numbers; i++) {
      stream.nothing();
    }
    return stream.end().bytes();
  }

  @Test
  void shouldReadClassesThatReadThemselves() throws Exception {
    assertThat(codec.read(codec.write(new Self()))).isInstanceOf(Self.class);
    assertThat(MADE).containsExactly("self with x");
  }

  @Test
  void shouldRefuseClassesThatAreFoundInNumbers() throws Exception {
    byte[] stream = hidden();
    assertThat(readByJava(stream)).isInstanceOf(Self.class);
    assertThat(MADE).first().isEqualTo("hidden");
    MADE.clear();

    codec.check(stream);
    assertThatThrownBy(() -> codec.read(stream))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("reads itself otherwise than the stream is written");
    assertThat(MADE).isEmpty();
  }

  /** A text of its own, of a class that is known: no class is looked for. */
  @Test
  void shouldRefuseObjectsThatAreFoundInNumbers() throws Exception {
    byte[] stream = selfWithNumber(1).string("12345").end().bytes();
    assertThat(readByJava(stream)).isInstanceOf(Self.class);
    assertThat(MADE).containsExactly("self with 12345");
    MADE.clear();

    codec.check(stream);
    assertThatThrownBy(() -> codec.read(stream))
        .hasMessageContaining("it finds an object up to byte");
    assertThat(MADE).isEmpty();
  }

  @Test
  void shouldRefuseCollectionsWithOtherFieldsThanTheOneOfTheirKind() {
    for (String fields : List.of("", "J", "II", "B")) {
      StreamWriter list =
          new StreamWriter()
              .object()
              .classOf("java.util.CollSer", 6309168927139932177L, WRITES, fields.length());
      for (int i = 0; i < fields.length(); i++) {
        list.field(fields.charAt(i), "tag" + i);
      }
      byte[] stream = list.end().nothing().number(8, 1).end().bytes();
      assertThatThrownBy(() -> codec.check(stream))
          .as(fields)
          .hasMessageContaining("java.util.CollSer has other fields than it has");
    }
  }

  /** Java's reader takes the number of fields for one with a sign. */
  @Test
  void shouldRefuseClassesWithMoreFieldsThanJavaReads() {
    byte[] stream =
        new StreamWriter()
            .object()
            .classOf(Hidden.class.getName(), 1, ObjectStreamConstants.SC_SERIALIZABLE, 0x8000)
            .raw(new byte[200_000])
            .bytes();
    assertThatThrownBy(() -> codec.check(stream)).hasMessageContaining("has 32768 fields");
  }
}
