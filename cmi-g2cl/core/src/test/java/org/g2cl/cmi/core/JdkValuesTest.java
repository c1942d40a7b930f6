package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class JdkValuesTest {
  @Test
  void shouldIncludeTheClassesOfPlainValues() {
    List<Object> values =
        List.of(
            1, 2L, true, "text", new BigDecimal("1.5"), URI.create("urn:x"), TimeZone.getDefault());
    assertThat(values).allMatch(value -> JdkValues.include(value.getClass().getName()));
  }

  @Test
  void shouldIncludeWhatListsAndSetsOfEnumsAreWrittenAs() throws ClassNotFoundException {
    for (String written : List.of("java.util.CollSer", "java.util.EnumSet$SerializationProxy")) {
      assertThat(Class.forName(written)).as("else the name is wrong").isNotNull();
      assertThat(JdkValues.include(written)).isTrue();
    }
  }

  /** Each is a matter of the server's own list. */
  @Test
  void shouldIncludeNothingThatNamesClassesFilesOrHosts() {
    assertThat(List.of(Class.class, ClassLoader.class, File.class, InetAddress.class, URL.class))
        .noneMatch(type -> JdkValues.include(type.getName()));
  }
}
