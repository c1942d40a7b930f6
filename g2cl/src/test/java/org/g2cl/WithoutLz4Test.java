package org.g2cl;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who has not the optional library of LZ4 on the class path. */
class WithoutLz4Test {
  private static URLClassLoader classes() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.contains("lz4")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void chain(ClassLoader classes, Map<String, String> settings) throws Exception {
    classes
        .loadClass(MarshalDataSessionFactory.class.getName())
        .getMethod("of", Map.class)
        .invoke(null, settings);
  }

  @Test
  void shouldCompressByDeflate() throws Exception {
    try (URLClassLoader classes = classes()) {
      assertThatCode(() -> chain(classes, Map.of("chain", "compress"))).doesNotThrowAnyException();
    }
  }

  @Test
  void shouldSayWhatIsMissingForLz4() throws Exception {
    try (URLClassLoader classes = classes()) {
      assertThatThrownBy(
              () -> chain(classes, Map.of("chain", "compress", "compress.algorithm", "lz4")))
          .hasRootCauseMessage(
              "compress.algorithm is 'lz4'; the library at.yawk.lz4:lz4-java is not on the class path; add it, or use deflate");
    }
  }
}
