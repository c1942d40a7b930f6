package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.g2cl.jgcs.tck.jgroups.OwnStacksContract;

class JGroupsOwnStacksTest extends OwnStacksContract {
  @Override
  protected String engine() {
    return JGroupsProtocolProvider.NAME;
  }

  @Override
  protected String stackFile() throws IOException {
    try (InputStream xml = Stack.class.getResourceAsStream("tcp.xml")) {
      return new String(xml.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
