package org.g2cl.loadtest.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Help text of {@code ./ha test}, which the launcher itself runs: it needs Maven, not our jars. */
@Command(
    name = "test",
    description = {
      "Build the project and run all tests: mvn verify. It tells which were not run and why: those of the"
          + " test bed need Apache httpd and ab, that of the nodes' page needs Chromium.",
      "Further arguments go to Maven, for instance: ./ha test -pl g2cl -am"
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all tests passed",
      "1:a test failed or the build did",
      "2:wrong usage: Maven does not know an argument",
      "3:no Java 17 or no Maven"
    })
final class TestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "MAVEN-ARGUMENT", description = "Passed on to Maven.", arity = "0..*")
  @SuppressWarnings("UnusedVariable") // for the help; the launcher passes them on
  private List<String> arguments;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "The tests are run by the launcher: type ./ha test in the project's folder");
  }
}
