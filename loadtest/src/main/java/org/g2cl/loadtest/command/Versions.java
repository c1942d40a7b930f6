package org.g2cl.loadtest.command;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Version of this build, for {@code --version} and for reports. */
public final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"ha " + project(), "Java " + Runtime.version()};
  }

  /** Version, and behind it the commit that {@code ./ha} gives, where it knows that. */
  public static String project() {
    String version =
        Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
            .orElse("(built from sources)");
    String commit = System.getProperty("ha.commit", "");
    return commit.isEmpty() ? version : version + ", commit " + commit;
  }
}
