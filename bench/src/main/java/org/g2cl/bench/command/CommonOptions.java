package org.g2cl.bench.command;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Options of every measurement. */
final class CommonOptions {
  @Option(
      names = "--quick",
      description = "Few and short rounds: shows that it works, the figures are worth little.")
  boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:bench.out:-target/bench}",
      description = "Folder of the results.")
  Path out;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "512",
      description = "Heap of each worker JVM, in MiB.")
  int heap;

  @Option(
      names = "--pin",
      description =
          "Give each worker one processor, by turns (taskset): as machines of their own have them,"
              + " and less noise.")
  boolean pin;

  @Option(
      names = "--jvm-option",
      paramLabel = "OPTION",
      showDefaultValue = Visibility.NEVER,
      description =
          "Further option of each worker JVM; %%n becomes its name. For a profile:"
              + " --jvm-option=-XX:StartFlightRecording=filename=/tmp/%%n.jfr,settings=profile")
  List<String> jvmOptions = List.of();

  /** The first when measuring, the second with {@code --quick}. */
  <T> T pick(T measuring, T quickly) {
    return quick ? quickly : measuring;
  }
}
