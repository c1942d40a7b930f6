package net.sf.jgcs.spi;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import net.sf.jgcs.GroupException;

/**
 * File of properties with settings, named by the setting {@code stack}: for those who can give the
 * common settings only.
 *
 * <p>An addition to jGCS 0.8.
 */
public final class SettingsFile {
  private SettingsFile() {}

  /**
   * Reads the file; empty when none is named.
   *
   * @throws GroupException when it cannot be read; the message names it
   */
  public static Map<String, String> read(ProviderSettings settings) throws GroupException {
    Map<String, String> found = new HashMap<>();
    String name = settings.text(ProtocolProvider.STACK, null);
    if (name != null) {
      Properties properties = load(settings, name);
      if (isXml(properties)) {
        throw settings.wrong(
            ProtocolProvider.STACK,
            name,
            "must be a file of properties, key=value, and it is XML, as stacks of JGroups are");
      }
      properties.stringPropertyNames().forEach(key -> found.put(key, properties.getProperty(key)));
    }
    return found;
  }

  /**
   * Reads the file and puts what was given directly over it.
   *
   * @param given settings of which one names the file; blank ones count for nothing
   * @return both, without the name of the file: a {@code stack} in it is the file's own
   */
  public static Map<String, String> merged(ProviderSettings settings, Map<String, String> given)
      throws GroupException {
    Map<String, String> all = read(settings);
    given.forEach(
        (key, value) -> {
          if (!value.isBlank() && !key.equals(ProtocolProvider.STACK)) {
            all.put(key, value);
          }
        });
    return all;
  }

  private static boolean isXml(Properties properties) {
    return properties.stringPropertyNames().stream().anyMatch(key -> key.startsWith("<"));
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
