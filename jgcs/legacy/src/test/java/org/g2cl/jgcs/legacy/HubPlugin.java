package org.g2cl.jgcs.legacy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * Plug-in in the shape of jGCS 0.6, compiled from {@code src/test/plugin} into a jar; for tests of
 * other modules too.
 */
public final class HubPlugin {
  private static final Path SOURCES = Path.of("src", "test", "plugin");
  private static Path folder;

  private HubPlugin() {}

  /** Folder with the jar; compiled once in this JVM. */
  static synchronized Path folder() {
    try {
      if (folder == null) {
        folder = compile(SOURCES, Path.of("target"));
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles these sources into a jar and gives back its folder, which is made in another one. */
  public static Path compile(Path sources, Path target) throws IOException {
    Path classes = Files.createDirectories(target.resolve("plugin-classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-d", classes.toString(), "-cp", classes.toString(), "-proc:none");
      if (!compiler
          .getTask(
              null,
              files,
              null,
              options,
              null,
              files.getJavaFileObjectsFromPaths(javaFiles(sources)))
          .call()) {
        throw new IOException("the plug-in of the test does not compile");
      }
    }
    Path jars = Files.createDirectories(target.resolve("plugin"));
    writeJar(classes, jars.resolve("hub.jar"));
    return jars;
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static void writeJar(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, entries);
      }
    }
  }

  static Map<String, String> settings(String memberName) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ProtocolProvider.MEMBER_NAME, memberName);
    settings.put(LegacySettings.JARS, folder().toString());
    settings.put(LegacySettings.FACTORY_CLASS, "hub.HubProtocolFactory");
    settings.put(LegacySettings.FACTORY + "greeting", "hello");
    settings.put(LegacySettings.GROUP_CLASS, "hub.HubGroup");
    settings.put(LegacySettings.GROUP + "beanName", "bean of {member}");
    settings.put(LegacySettings.SERVICE_CLASS, "hub.HubService");
    settings.put(LegacySettings.SERVICE + "total-order", "ordered");
    return settings;
  }

  /** Runs a static method of the hub on an address. */
  static void hub(String method, SocketAddress address) throws Exception {
    Plugin plugin = Plugin.load(LegacySettings.of(settings("test")));
    plugin.type("hub.Hub").getMethod(method, SocketAddress.class).invoke(null, address);
  }
}
