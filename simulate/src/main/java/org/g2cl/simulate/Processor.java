package org.g2cl.simulate;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The processors of this machine, for threads of which one at a time has anything to do: on Linux
 * waking a thread of the same processor costs a fraction of waking one of another.
 */
final class Processor {
  private static final Path SELF = Path.of("/proc/thread-self");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final long SECONDS = 5;

  private Processor() {}

  /**
   * Keeps this thread, and all that it and they start from now on, on one processor. Where that
   * cannot be done, as without Linux or its program {@code taskset}, all goes on more slowly.
   *
   * @param number which of those that this thread may run on, counted from zero; beyond the last
   *     one they begin anew
   */
  static void keepTo(int number) {
    try {
      List<Integer> allowed = allowed(Files.readAllLines(SELF.resolve("status")));
      String processor = allowed.get(number % allowed.size()).toString();
      String thread = SELF.toRealPath().getFileName().toString();
      Process setting =
          new ProcessBuilder("taskset", "-c", "-p", processor, thread)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      if (!setting.waitFor(SECONDS, TimeUnit.SECONDS)) {
        setting.destroyForcibly();
      }
    } catch (IOException | RuntimeException expected) {
      // no Linux, no taskset, or it may not: slower, and otherwise the same
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads them from the lines of a status as the kernel writes it, such as {@code 0-2,5}. */
  static List<Integer> allowed(List<String> status) {
    List<Integer> all = new ArrayList<>();
    for (String line : status) {
      if (line.startsWith(ALLOWED)) {
        for (String range : line.substring(ALLOWED.length()).strip().split(",", -1)) {
          String[] ends = range.split("-", 2);
          for (int i = Integer.parseInt(ends[0]);
              i <= Integer.parseInt(ends[ends.length - 1]);
              i++) {
            all.add(i);
          }
        }
      }
    }
    return all;
  }
}
