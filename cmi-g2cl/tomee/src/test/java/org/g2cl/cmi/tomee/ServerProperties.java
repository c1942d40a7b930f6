package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.util.Properties;
import org.g2cl.jgcs.tck.FreePorts;

/** Properties of a server that is configured as a user's own, which is no node of the sample. */
final class ServerProperties {
  private ServerProperties() {}

  /** Of one that deploys nothing by itself, and logs as the test does. */
  static Properties bare() {
    var properties = new Properties();
    properties.setProperty("openejb.deployments.classpath", "false");
    properties.setProperty("openejb.log.factory", "slf4j");
    return properties;
  }

  /** The same with the replicated container, as {@code SF}, and a port of its own for the group. */
  static Properties replicating() throws IOException {
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
