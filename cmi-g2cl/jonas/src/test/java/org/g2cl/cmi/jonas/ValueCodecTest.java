package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ValueCodecTest {
  /** A class of the application. */
  static final class Line implements Serializable {
    private static final long serialVersionUID = 1;
    final int pieces = 3;
  }

  private final ValueCodec strict = new ValueCodec(new AllowedClasses(List.of()));
  private final ValueCodec named =
      new ValueCodec(new AllowedClasses(List.of("org.g2cl.cmi.jonas.*")));

  @Test
  void shouldKeepValuesCollectionsAndExceptionsOfTheJdk() throws IOException {
    var map = new HashMap<String, Object>();
    map.put("list", new ArrayList<>(List.of(1, 2L, java.math.BigDecimal.TEN)));
    map.put("concurrent", new ConcurrentHashMap<>(java.util.Map.of("a", new int[] {1})));
    assertThat(((HashMap<?, ?>) strict.read(strict.write(map))).get("list"))
        .isEqualTo(map.get("list"));
    assertThat(strict.read(strict.write(new IllegalStateException("x"))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRefuseOtherClassesWhenWritingAndNameTheSetting() throws IOException {
    assertThatThrownBy(() -> strict.write(new Line()))
        .hasMessageContaining("ValueCodecTest$Line")
        .hasMessageContaining("g2cl.allowed-classes");
    assertThat(((Line) named.read(named.write(new Line()))).pieces).isEqualTo(3);
  }

  @Test
  void shouldRefuseOtherClassesWhenReading() throws IOException {
    byte[] bytes = named.write(new Line());
    assertThatThrownBy(() -> strict.read(bytes)).hasMessageContaining("g2cl.allowed-classes");
  }

  @Test
  void shouldRefuseGraphsThatAreTooDeep() throws IOException {
    List<Object> deep = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(deep);
    }
    assertThatThrownBy(() -> strict.read(bytes.toByteArray())).isInstanceOf(IOException.class);
  }
}
