package org.g2cl.jgcs.tck.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A binding's UDP stack in a file, with less time for a joiner to find others. */
final class HastyStack {
  private static final String JOIN_TIMEOUT = "join_timeout=\"[^\"]*\"";
  private static final String HALF_A_SECOND = "join_timeout=\"500\"";

  private HastyStack() {}

  static Path of(String engine) throws IOException {
    String resource = "/org/g2cl/jgcs/" + engine + "/udp.xml";
    try (InputStream in = HastyStack.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource);
      }
      String shipped = new String(in.readAllBytes(), UTF_8);
      Path file = Files.createTempFile("udp", ".xml");
      return Files.writeString(file, shipped.replaceFirst(JOIN_TIMEOUT, HALF_A_SECOND));
    }
  }
}
