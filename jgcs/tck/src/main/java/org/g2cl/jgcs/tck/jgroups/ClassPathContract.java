package org.g2cl.jgcs.tck.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import net.sf.jgcs.Protocols;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said when JGroups is missing on the class path, or is of another line. */
public abstract class ClassPathContract {
  @TempDir private Path folder;

  /** For the subclass of a binding. */
  protected ClassPathContract() {}

  /** Name of the engine. */
  protected abstract String engine();

  /** Line of JGroups that the engine needs, as 5.5. */
  protected abstract String line();

  @Test
  final void shouldNameTheJarThatIsMissing() throws Exception {
    assertRefused(
        List.of(),
        "engine '" + engine() + "' needs JGroups " + line() + ", which is not on the class path",
        "org.jgroups:jgroups:" + line() + ".x");
  }

  @Test
  final void shouldNameAnotherLineOfJGroups() throws Exception {
    Path other = folder.resolve("other");
    compileVersion(other);
    assertRefused(
        List.of(other.toUri().toURL()),
        "needs JGroups " + line() + ", but the first JGroups on the class path is 3.6 of a test",
        other.toString(),
        "org.jgroups:jgroups:" + line() + ".x");
  }

  private static void compileVersion(Path target) throws Exception {
    Path source = target.resolve("org/jgroups/Version.java");
    Files.createDirectories(source.getParent());
    Files.writeString(
        source,
        """
        package org.jgroups;
        public class Version {
          public static final short major = Short.parseShort("3");
          public static final short minor = Short.parseShort("6");
          public static final String description = "3.6 of a test".strip();
        }
        """);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", target.toString(), source.toString());
    assertThat(result).isZero();
  }

  private void assertRefused(List<URL> jgroups, String... texts) throws Exception {
    List<URL> path = new ArrayList<>(jgroups);
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path file = Path.of(entry);
      if (!file.getFileName().toString().matches("jgroups-\\d.*\\.jar")) {
        path.add(file.toUri().toURL());
      }
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), platform)) {
      thread.setContextClassLoader(loader);
      Class<?> protocols = loader.loadClass(Protocols.class.getName());
      assertThatThrownBy(
              () ->
                  protocols
                      .getMethod("factory", String.class, Map.class)
                      .invoke(null, engine(), Map.of()))
          .isInstanceOf(InvocationTargetException.class)
          .satisfies(
              thrown ->
                  assertThat(thrown.getCause().getClass().getSimpleName())
                      .isEqualTo("GroupException"))
          .satisfies(thrown -> assertThat(thrown.getCause().getMessage()).contains(texts));
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
