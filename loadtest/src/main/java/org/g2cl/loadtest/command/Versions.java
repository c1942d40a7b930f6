package org.g2cl.loadtest.command;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Version of this build. */
final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"ha " + project(), "Java " + Runtime.version()};
  }

  static String project() {
    return Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
        .orElse("(built from sources)");
  }
}
