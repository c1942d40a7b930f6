package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;

/** A disk that does not answer who reads a state that was put away there. */
final class HangingDisk {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String CART = "cart";

  /** What is done meanwhile. */
  interface Action {
    void run() throws Exception;
  }

  private HangingDisk() {}

  /** Puts states away there. */
  static HaSettings.Builder on(HaSettings.Builder settings, Path folder) {
    return settings
        .set(HaSetting.MEMORY_LIMIT, 1)
        .set(HaSetting.PASSIVATION_FOLDER, folder.toString());
  }

  /** Has a call of a session hang, and with it whoever looks at that session. */
  static void during(Action action, HaService node, Path folder) throws Exception {
    Path pipe = pipeInPlaceOfAState(node, folder);
    var caller = new Thread(() -> call(node), "caller");
    caller.start();
    try {
      await().atMost(PATIENCE).until(() -> hangs(node));
      action.run();
    } finally {
      new RandomAccessFile(pipe.toFile(), "rw").close();
      caller.join(PATIENCE.toMillis());
    }
  }

  private static Path pipeInPlaceOfAState(HaService node, Path folder) throws Exception {
    Carts.create(node, CART);
    Carts.create(node, "one-more-than-fits");
    Path file = await().atMost(PATIENCE).until(() -> fileIn(folder), Optional::isPresent).get();
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    return file;
  }

  private static Optional<Path> fileIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).findFirst();
    }
  }

  private static void call(HaService node) {
    try {
      Carts.write(node, CART, "r2");
    } catch (Exception | AssertionError e) {
      // the state is gone
    }
  }

  private static boolean hangs(HaService node) throws InterruptedException {
    var looker = new Thread(node::status, "looker");
    looker.setDaemon(true);
    looker.start();
    looker.join(1_000);
    return looker.isAlive();
  }
}
