package org.g2cl.sample.jonas.bed;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/**
 * The cart's jar as JOnAS deploys it: GenIC generates the container's classes, the JDK's compiler
 * compiles them, JOnAS's fast RMI compiler makes their stubs.
 *
 * <p>GenIC's own compiler does not know a Java newer than 8; its generator does not mind.
 */
final class BeanJar {
  private static final List<String> CLASSES =
      Arrays.asList("Cart", "CartHome", "CartBean", "EmptyCartException");
  private static final String PACKAGE = "org/g2cl/sample/jonas/bean/";

  /** The jar of each class path; making it takes two processes and some seconds. */
  private static final Map<String, Path> MADE = new HashMap<>();

  private final Path work;
  private final String classPath;
  private final List<String> jonas;

  private BeanJar(Path work, String classPath, List<String> jonas) {
    this.work = work;
    this.classPath = classPath;
    this.jonas = jonas;
  }

  /**
   * The jar, made when it is first wanted with that class path in this process.
   *
   * @param work where it is made
   * @param jonas system properties that JOnAS's classes ask for
   */
  static synchronized Path made(Path work, String classPath, List<String> jonas)
      throws IOException, InterruptedException {
    Path made = MADE.get(classPath);
    if (made == null || !Files.exists(made)) {
      made = new BeanJar(work, classPath, jonas).make();
      MADE.put(classPath, made);
    }
    return made;
  }

  private Path make() throws IOException, InterruptedException {
    Path classes = Files.createDirectories(work.resolve("bean"));
    for (String name : CLASSES) {
      copy("/" + PACKAGE + name + ".class", classes.resolve(PACKAGE + name + ".class"));
    }
    copy("ejb-jar.xml", classes.resolve("META-INF/ejb-jar.xml"));
    copy("jonas-ejb-jar.xml", classes.resolve("META-INF/jonas-ejb-jar.xml"));
    Path bare = pack(classes, work.resolve("bare.jar"));
    java(
        bare + File.pathSeparator + classPath,
        "org.ow2.jonas.generators.genic.GenIC",
        "-novalidation",
        "-nocompil",
        "-noaddinjar",
        "-d",
        classes.toString(),
        bare.toString());
    List<Path> sources = files(classes, ".java");
    compile(classes, sources);
    java(
        classes + File.pathSeparator + classPath,
        "org.ow2.fastrmic.RMIC",
        Stream.concat(
                Stream.of(
                    "-classpath",
                    classes + File.pathSeparator + classPath,
                    "-d",
                    classes.toString()),
                sources.stream().map(source -> className(classes, source)))
            .toArray(String[]::new));
    return pack(classes, work.resolve("cart.jar"));
  }

  private void compile(Path classes, List<Path> sources) throws IOException {
    List<String> arguments = new ArrayList<>();
    boolean old = System.getProperty("java.version").startsWith("1.");
    arguments.addAll(
        old ? Arrays.asList("-source", "8", "-target", "8") : Arrays.asList("--release", "8"));
    arguments.addAll(
        Arrays.asList(
            "-nowarn",
            "-proc:none",
            "-d",
            classes.toString(),
            "-cp",
            classes + File.pathSeparator + classPath));
    sources.forEach(source -> arguments.add(source.toString()));
    Path log = work.resolve("javac.log");
    try (java.io.OutputStream out = Files.newOutputStream(log)) {
      int code =
          ToolProvider.getSystemJavaCompiler()
              .run(null, out, out, arguments.toArray(new String[0]));
      if (code != 0) {
        throw new IOException("GenIC's sources do not compile, see " + log);
      }
    }
  }

  private void java(String path, String main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Arrays.asList(JonasBed.java(null), "-Xmx128m"));
    command.addAll(jonas);
    command.addAll(Arrays.asList("-cp", path, main));
    command.addAll(Arrays.asList(arguments));
    Path log = work.resolve(main.substring(main.lastIndexOf('.') + 1) + ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(main + " failed, see " + log);
    }
  }

  private static List<Path> files(Path root, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(suffix)).collect(Collectors.toList());
    }
  }

  private static String className(Path root, Path source) {
    String name = root.relativize(source).toString().replace(File.separatorChar, '.');
    return name.substring(0, name.length() - ".java".length());
  }

  private static void copy(String resource, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (InputStream in = BeanJar.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("resource " + resource + " is missing");
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static Path pack(Path root, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file : files(root, "")) {
        if (Files.isRegularFile(file)) {
          out.putNextEntry(new ZipEntry(root.relativize(file).toString()));
          Files.copy(file, out);
          out.closeEntry();
        }
      }
    }
    return jar;
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
