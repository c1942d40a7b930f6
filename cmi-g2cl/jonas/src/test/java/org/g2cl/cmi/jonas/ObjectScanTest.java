package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ObjectScanTest {
  /** A reference by name, as JOnAS's handles of homes are. */
  static final class Home implements Serializable {
    private static final long serialVersionUID = 1;
    private final String name;

    Home(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A class that writes before its fields. */
  static final class Odd implements Serializable {
    private static final long serialVersionUID = 1;
    private final String field = "x";

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeInt(7);
      out.defaultWriteObject();
    }

    @Override
    public String toString() {
      return field;
    }
  }

  /** Notes the names of classes. */
  private static final class Noting implements ObjectScan.Classes {
    private final Set<String> names = new TreeSet<>();

    @Override
    public void check(String name) {
      names.add(name);
    }

    @Override
    public void checkInterface(String name) {
      names.add("interface " + name);
    }
  }

  private final Noting noting = new Noting();

  private static byte[] serialized(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object sample() {
    Map<Object, Object> map = new HashMap<>();
    map.put("list", new ArrayList<>(List.of(1, 2L, java.math.BigDecimal.TEN)));
    map.put("home", new Home("a"));
    map.put("arrays", new Object[] {new int[] {1}, new String[] {"x", null}, Set.of("a")});
    map.put("enum", java.util.concurrent.TimeUnit.DAYS);
    map.put("exception", new IllegalStateException("x"));
    map.put("itself", map.get("list"));
    return map;
  }

  @Test
  void shouldNameEveryClassOfTheStream() throws IOException {
    ObjectScan.check(serialized(sample()), noting);
    assertThat(noting.names)
        .contains(
            "java.util.HashMap",
            "java.util.ArrayList",
            "java.lang.Integer",
            "java.lang.Number",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "[B",
            Home.class.getName(),
            "[Ljava.lang.Object;",
            "[I",
            "[Ljava.lang.String;",
            "java.util.CollSer",
            "java.util.concurrent.TimeUnit",
            "java.lang.Enum",
            "java.lang.IllegalStateException",
            "java.lang.StackTraceElement");
  }

  /** What JOnAS looks up by JNDI when it reads a state. */
  @Test
  void shouldRefuseNamesByWhichJndiWouldAskOthers() throws IOException {
    for (String harmless : List.of("CartHome", "java:comp/env", "ejb/Cart_Home")) {
      assertThatCode(() -> ObjectScan.check(ofJonas(harmless), noting)).doesNotThrowAnyException();
    }
    assertThat(noting.names).contains("org.ow2.jonas.onas.ObjectScanTest$Home");
    for (String other :
        List.of("ldap://198.51.100.1/x", "RMI://x", "iiopname:x", "dns:x", "ldap://x/\n")) {
      assertThatThrownBy(() -> ObjectScan.check(ofJonas(other), noting))
          .hasMessageContaining("names '" + other + "'");
    }
    ObjectScan.check(serialized(new Home("ldap://198.51.100.1/x")), noting);
  }

  /** Two bytes for a character of ASCII: Java's reader takes them, though UTF-8 has them not. */
  @Test
  void shouldReadTextsAsJavaDoes() throws Exception {
    String plain = new String(ofJonas("ldap:x"), StandardCharsets.ISO_8859_1);
    byte[] longer =
        plain.replace("\6ldap:x", "\7ldap\u00c0\u00bax").getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> ObjectScan.check(longer, noting))
        .hasMessageContaining("names 'ldap:x'");
    byte[] text = serialized("a\0\u00e9\u20ac\ud83d\ude00");
    ObjectScan.check(text, noting);
    for (int at : new int[] {text.length - 1, 7}) {
      byte[] broken = text.clone();
      broken[at] = (byte) 0xff;
      assertThatThrownBy(() -> ObjectScan.check(broken, noting))
          .hasMessageContaining("a text is not in modified UTF-8");
    }
  }

  /** A class that is called as those of JOnAS. */
  private static byte[] ofJonas(String name) throws IOException {
    String stream = new String(serialized(new Home(name)), StandardCharsets.ISO_8859_1);
    return stream.replace("org.g2cl.cmi.j", "org.ow2.jonas.").getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void shouldSayWhatClassesHaveToDoThatCannotBeLookedThrough() throws IOException {
    byte[] odd = serialized(new Odd());
    assertThatThrownBy(() -> ObjectScan.check(odd, noting))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has to call defaultWriteObject first");
  }

  /** Such a stream once kept the scan going for ever. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseAClassThatIsItsOwnSuperclass() {
    byte[] stream = new StreamWriter().object().described("a.A").handle(0).bytes();

    assertThatThrownBy(() -> ObjectScan.check(stream, noting))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no class that has been described");
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseAClassBelowTooManyOthers() {
    StreamWriter bytes = new StreamWriter().array("[La.A;", ScanLimits.MAX_DEPTH + 1);
    bytes.object().described("a.A0").nothing(); // handles 2 and 3: its class, itself
    for (int i = 1; i <= ScanLimits.MAX_DEPTH; i++) {
      bytes.object().described("a.A" + i).handle(2 * i);
    }

    assertThatThrownBy(() -> ObjectScan.check(bytes.bytes(), noting))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ScanLimits.RULE);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseStreamsThatAreCutOffOrChangedWithoutAnyOtherError() throws IOException {
    byte[] whole = serialized(sample());
    for (int length = 0; length < whole.length; length++) {
      byte[] part = java.util.Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ObjectScan.check(part, noting))
          .as("first %d bytes", length)
          .isInstanceOf(IOException.class);
    }
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = whole.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        ObjectScan.check(changed, new Noting());
      } catch (IOException e) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", change " + i, e);
      }
    }
    assertThat(refused).as("seed %d", seed).isGreaterThan(1_000);
  }
}
