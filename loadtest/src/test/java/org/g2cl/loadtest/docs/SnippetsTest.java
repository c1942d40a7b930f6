package org.g2cl.loadtest.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every Java snippet of the pages either stands, white space apart, in a source file of the
 * project, or compiles in a method with the variables that its page speaks of.
 */
class SnippetsTest {
  private static final List<String> IMPORTS =
      List.of(
          "io.micrometer.core.instrument",
          "jakarta.ejb",
          "java.io",
          "java.net",
          "java.time",
          "java.util",
          "javax.naming",
          "net.sf.jgcs",
          "net.sf.jgcs.spi",
          "org.g2cl",
          "org.g2cl.cmi.api",
          "org.g2cl.cmi.client",
          "org.g2cl.cmi.core",
          "org.g2cl.cmi.tomee",
          "org.g2cl.cmi.watch",
          "org.g2cl.jgcs.local",
          "org.g2cl.propagation",
          "org.g2cl.registry",
          "org.g2cl.simulate",
          "org.g2cl.sample.cart");

  /** Variables that a snippet uses without having made them. */
  private static final List<String> VARIABLES =
      List.of(
          "HaService service",
          "MeterRegistry registry",
          "MarshalDataSession session",
          "Map<SocketAddress, String> nameOf",
          "SocketAddress addressOfA",
          "SocketAddress addressOfB",
          "Hashtable<String, String> environment",
          "Process owner",
          "String url",
          "byte[] bytes",
          "byte[] reply",
          "int port",
          "int groupPort");

  private static final String METHODS =
      """
      static byte[] execute(byte[] state) { return state; }
      static void handle(java.nio.ByteBuffer payload) {}
      static void handle(byte[] payload) {}
      """;

  /** Stand-ins for what a page speaks of and the class path of this module has not. */
  private static final Map<String, String> STAND_INS =
      Map.of(
          "docs/howto/tomee.md",
          "interface Vault { int deposit(int amount); }",
          "sample-cart-tomee/README.md",
          """
          interface Diary { int write(String text); Process server(); }
          interface Cluster { <T> T lookup(Class<T> type, String name); void kill(Process server); }
          static Cluster cluster;
          """);

  /** Beans whose bodies are told by dots. */
  private static final Map<String, Integer> SKETCHES =
      Map.of("sample-cart-ejb/README.md", 1, "cmi-g2cl/api/README.md", 1);

  @TempDir private Path classes;

  @Test
  void shouldCompileEverySnippetOrFindItInTheSources() {
    String sources = sources();
    List<Pages.Block> alone = new ArrayList<>();
    for (Pages.Page page : Pages.all()) {
      List<Pages.Block> blocks = page.blocks("java");
      int sketches = SKETCHES.getOrDefault(page.toString(), 0);
      assertThat(blocks.stream().filter(SnippetsTest::isSketch)).as("%s", page).hasSize(sketches);
      blocks.stream()
          .filter(block -> !isSketch(block) && !sources.contains(dense(block.text())))
          .forEach(alone::add);
    }
    assertThat(alone).as("snippets that stand alone").isNotEmpty();
    assertThat(compile(alone)).isEmpty();
  }

  private static boolean isSketch(Pages.Block block) {
    return block.text().contains("{ ... }") || block.text().contains("{ … }");
  }

  private List<String> compile(List<Pages.Block> blocks) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<JavaFileObject> units = new ArrayList<>();
    for (Pages.Block block : blocks) {
      units.add(new Unit("Snippet" + units.size(), block));
    }
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> options =
        List.of("-proc:none", "-implicit:none", "-cp", classPath, "-d", classes.toString());
    compiler.getTask(new StringWriter(), null, problems, options, null, units).call();
    return problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .map(p -> blocks.get(units.indexOf(p.getSource())) + ": " + p.getMessage(null))
        .toList();
  }

  /** All sources without white space, one after the other. */
  private static String sources() {
    try (Stream<Path> files = Files.walk(Pages.ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> !file.endsWith("SnippetsTest.java"))
          .map(file -> dense(Pages.read(file).text()))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String dense(String code) {
    return code.replaceAll("\\s+", "");
  }

  /** A class around a snippet. */
  private static final class Unit extends SimpleJavaFileObject {
    private final String code;

    Unit(String name, Pages.Block block) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      StringBuilder text = new StringBuilder();
      IMPORTS.forEach(packet -> text.append("import ").append(packet).append(".*;\n"));
      text.append("import org.g2cl.propagation.Admission;\n");
      text.append("import org.g2cl.registry.Registry;\n");
      text.append("import org.g2cl.registry.RegistryListener;\n");
      text.append("import java.util.Optional;\n");
      text.append("import net.sf.jgcs.Message;\n");
      text.append("import static org.assertj.core.api.Assertions.assertThat;\n");
      text.append("class ").append(name).append(" {\n").append(METHODS);
      text.append(STAND_INS.getOrDefault(block.page().toString(), ""));
      String statements = block.text().replaceAll("(?m)//.*$", "");
      boolean returns = block.text().contains("return reply");
      text.append(returns ? "Object" : "void").append(" snippet(");
      text.append(
          VARIABLES.stream()
              .filter(variable -> !declares(statements, variable))
              .collect(Collectors.joining(", ")));
      text.append(") throws Exception {\n").append(block.text()).append('\n');
      text.append(returns ? "throw new AssertionError();" : "").append("}\n}\n");
      code = text.toString();
    }

    /** Whether the snippet makes a variable of that name itself. */
    private static boolean declares(String text, String variable) {
      String name = variable.substring(variable.lastIndexOf(' ') + 1);
      return text.matches("(?s).*\\b([A-Z]\\w*(<.*>)?|var) " + name + "\\b.*")
          || text.matches("(?s).*\\bbyte\\[] " + name + "\\b.*");
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
