package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;

/**
 * File of properties with settings, named by the setting {@code stack}: for those who can give the
 * common settings only.
 */
final class SettingsFile {
  private SettingsFile() {}

  /** Reads the file; empty when none is named. */
  static Map<String, String> read(ProviderSettings settings) throws GroupException {
    Map<String, String> found = new HashMap<>();
    String name = settings.text(ProtocolProvider.STACK, null);
    if (name != null) {
      Properties properties = load(settings, name);
      properties.stringPropertyNames().forEach(key -> found.put(key, properties.getProperty(key)));
    }
    return found;
  }

  private static Properties load(ProviderSettings settings, String name) throws GroupException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(name), StandardCharsets.UTF_8)) {
      properties.load(reader);
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new GroupException(
          settings
              .wrong(
                  ProtocolProvider.STACK,
                  name,
                  "must be a readable file of properties (%s)".formatted(e))
              .getMessage(),
          e);
    }
  }
}
