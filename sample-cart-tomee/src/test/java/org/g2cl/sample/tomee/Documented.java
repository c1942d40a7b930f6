package org.g2cl.sample.tomee;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Configuration files as the documentation shows them, and as a server of this bed gets them. */
final class Documented {
  private static final Path CONF = Path.of(System.getProperty("sample.conf"));
  private static final Pattern OPTIONS = Pattern.compile("CATALINA_OPTS=\"(.*)\"");

  private final Map<String, String> ports = new LinkedHashMap<>();

  /** Lets a port of the documentation be another one here. */
  Documented port(int shown, int used) {
    ports.put(":" + shown, ":" + used);
    ports.put("port=" + shown, "port=" + used);
    return this;
  }

  static String text(String file) throws IOException {
    return Files.readString(CONF.resolve(file));
  }

  void write(String file, Path folder) throws IOException {
    Files.writeString(folder.resolve(file), replaced(text(file)));
  }

  /** Options of {@code setenv.sh}. */
  String options() throws IOException {
    Matcher options = OPTIONS.matcher(text("setenv.sh"));
    if (!options.find()) {
      throw new IllegalStateException("setenv.sh sets no CATALINA_OPTS");
    }
    return replaced(options.group(1));
  }

  /** All at once, so that no port is replaced twice. */
  private String replaced(String text) {
    var any =
        Pattern.compile(
            String.join("|", ports.keySet().stream().map(Pattern::quote).toList()) + "(?!\\d)");
    return any.matcher(text).replaceAll(found -> ports.get(found.group()));
  }
}
