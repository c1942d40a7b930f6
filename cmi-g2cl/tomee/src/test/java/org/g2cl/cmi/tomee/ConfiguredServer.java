package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.util.Properties;
import org.g2cl.jgcs.tck.FreePorts;

/** Properties of a server that is configured as a user's own, not as a node of the sample. */
final class ConfiguredServer {
  private ConfiguredServer() {}

  /** Of one that deploys nothing by itself and logs to the test. */
  static Properties bare() {
    var properties = new Properties();
    properties.setProperty("openejb.deployments.classpath", "false");
    properties.setProperty("openejb.log.factory", "slf4j");
    return properties;
  }

  /** With the replicated container, as {@code SF}, in a group of its own. */
  static Properties withContainer() throws IOException {
    Properties properties = bare();
    properties.setProperty("g2cl.bind-port", "" + FreePorts.next());
    properties.setProperty(
        "SF",
        "new://Container?type=STATEFUL&class-name="
            + ReplicatedStatefulContainerFactory.class.getName()
            + "&factory-name=create");
    return properties;
  }
}
