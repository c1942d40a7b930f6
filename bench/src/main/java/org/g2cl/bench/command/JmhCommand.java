package org.g2cl.bench.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** {@code ./ha bench jmh}: the JMH benchmarks of methods and data structures. */
@Command(
    name = "jmh",
    description = {
      "Run the JMH benchmarks of single methods and data structures.",
      "Arguments are JMH's, for instance: ./ha bench jmh RendezvousBenchmark"
    },
    mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
  @Parameters(paramLabel = "JMH-ARGUMENT", description = "Passed on to JMH.", arity = "0..*")
  private List<String> arguments = List.of();

  @Unmatched private List<String> options = List.of();

  @Override
  public Integer call() throws IOException {
    org.openjdk.jmh.Main.main(
        Stream.concat(arguments.stream(), options.stream()).toArray(String[]::new));
    return 0;
  }
}
