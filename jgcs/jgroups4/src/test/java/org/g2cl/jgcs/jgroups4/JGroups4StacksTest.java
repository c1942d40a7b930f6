package org.g2cl.jgcs.jgroups4;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.g2cl.jgcs.tck.jgroups.StacksContract;

class JGroups4StacksTest extends StacksContract {
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
