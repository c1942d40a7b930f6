package org.g2cl.sample.jonas;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the jar for JOnAS is, and where the beds may write. */
final class Ours {
  private Ours() {}

  /**
   * The jar, built by the package phase of its module. Without it the tests are left out, but fail
   * in the profile {@code slow}, in which continuous builds run: none of them would be run else.
   */
  static Path jar() {
    Path jar = Path.of(System.getProperty("sample.ours", "none"));
    boolean exists = Files.exists(jar);
    if (Boolean.getBoolean("sample.ours.required")) {
      assertTrue(exists, () -> jar + " is not built; run mvn verify, not mvn test");
    }
    assumeTrue(exists, () -> jar + " is not built; run mvn verify");
    return jar;
  }

  static Path work(Class<?> test) {
    return Path.of(System.getProperty("sample.work", "target/beds"), test.getSimpleName());
  }
}
