package org.g2cl.sample.jonas;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the jar for JOnAS is, and where the beds may write. */
final class Ours {
  private Ours() {}

  /** The jar, built by the package phase of its module. */
  static Path jar() {
    Path jar = Path.of(System.getProperty("sample.ours", "none"));
    assumeTrue(Files.exists(jar), () -> jar + " is not built; run mvn verify");
    return jar;
  }

  static Path work(Class<?> test) {
    return Path.of(System.getProperty("sample.work", "target/beds"), test.getSimpleName());
  }
}
