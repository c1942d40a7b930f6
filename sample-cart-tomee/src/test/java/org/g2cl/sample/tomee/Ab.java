package org.g2cl.sample.tomee;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One run of Apache's {@code ab}: one client with a cart of its own, by its session's cookie.
 *
 * @param process the run
 * @param output what it prints
 */
record Ab(Process process, Path output) {
  /** Whether the program is there. */
  static boolean isThere() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ab")));
  }

  static Ab start(Browser browser, int requests, Path folder) throws IOException {
    Path output = Files.createTempFile(folder, "ab", ".txt");
    Process process =
        new ProcessBuilder(
                "ab",
                "-q",
                "-l",
                "-k",
                "-c",
                "1",
                "-s",
                "60",
                "-n",
                "" + requests,
                "-C",
                browser.cookie(),
                browser.url("/shop/step"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new Ab(process, output);
  }

  /** What it has printed in the end, or an error when it takes more than four minutes. */
  String await() throws IOException, InterruptedException {
    if (!process.waitFor(4, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IllegalStateException("ab did not end: " + Files.readString(output));
    }
    return Files.readString(output);
  }
}
