package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Command that starts a JVM on this machine, with this JVM's class path if no other is given. */
final class JavaCommand {
  /** Variable with the class path: the command line shows it to nobody and has room for more. */
  static final String CLASS_PATH = "CLASSPATH";

  private JavaCommand() {}

  static List<String> of(List<String> java, ProcessorShare share) {
    List<String> command = new ArrayList<>(share.before());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(java);
    return command;
  }

  static Map<String, String> environment(Map<String, String> more) {
    Map<String, String> environment = new TreeMap<>(more);
    environment.putIfAbsent(CLASS_PATH, classPath());
    return environment;
  }

  /** Surefire puts a short class path on the command line and the real one into a property. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
