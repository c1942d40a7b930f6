package org.g2cl.jgcs.jgroups4;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.g2cl.jgcs.tck.jgroups.OwnStacksContract;

class JGroups4OwnStacksTest extends OwnStacksContract {
  @Override
  protected String engine() {
    return JGroups4ProtocolProvider.NAME;
  }

  @Override
  protected String stackFile() throws IOException {
    try (InputStream xml = Stack.class.getResourceAsStream("tcp.xml")) {
      return new String(xml.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
