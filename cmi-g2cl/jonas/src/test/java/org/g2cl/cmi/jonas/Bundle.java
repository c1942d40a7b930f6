package org.g2cl.cmi.jonas;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.objectweb.asm.ClassReader;

/** The jar for JOnAS, and what is wrong with it; each method names what it finds. */
final class Bundle {
  private static final int JAVA_8 = 52;
  private static final int UTF8 = 1;
  private static final String SHADED = "org/g2cl/shaded/";
  private static final String NOTICE = "META-INF/THIRD-PARTY.md";

  /** Of what is relocated: packages, and JGroups' files and system properties. */
  private static final Pattern OLD_NAME =
      Pattern.compile(
          "net[./]sf[./]jgcs|org[./]jgroups|org[./]slf4j|^jg-(magic|protocol|messages)|^JGROUPS_VERSION|^jgroups\\.(?!version$|codename$)");

  /** What is read by name at run time, beside classes. */
  private static final List<String> FILES =
      List.of(
          "META-INF/services/org.g2cl.shaded.jgcs.spi.ProtocolProvider",
          "org/g2cl/cmi/jonas/config-mapping.xml",
          "org/g2cl/jgcs/jgroups4/tcp.xml",
          "org/g2cl/shaded/jgroups/jg-magic-map.xml",
          "org/g2cl/shaded/jgroups/jg-protocol-ids.xml");

  /** What the licences of parts must be and say. */
  private static final Map<String, String> LICENCES =
      Map.of(
          "META-INF/LICENSE", "Apache License",
          "META-INF/licences/JGroups-LICENSE.txt", "Apache License",
          "META-INF/licences/SLF4J-LICENSE.txt", "QOS.ch",
          "META-INF/licences/JvmDowngrader-LICENSE.md", "William Gray",
          "META-INF/licences/LGPL-2.1.md", "Lesser General Public License");

  private final Map<String, byte[]> files = new TreeMap<>();

  /** Classes, by name with slashes. */
  private final Map<String, byte[]> classes = new TreeMap<>();

  Bundle(Path jar) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        files.put(entry.getName(), in.readAllBytes());
      }
    }
    files.forEach(
        (name, bytes) -> {
          if (name.endsWith(".class")) {
            classes.put(name.replace(".class", ""), bytes);
          }
        });
  }

  Set<String> files() {
    return files.keySet();
  }

  Set<String> classes() {
    return classes.keySet();
  }

  /** Classes that Java 8 does not read, with their versions. */
  Set<String> newerClasses() {
    Set<String> newer = new TreeSet<>();
    classes.forEach(
        (name, bytes) -> {
          int version = (bytes[6] & 0xff) << 8 | (bytes[7] & 0xff);
          if (version > JAVA_8) {
            newer.add(name + " " + version);
          }
        });
    return newer;
  }

  /** What is in packages of others, or at the top. */
  Set<String> outOfPlace() {
    Set<String> names = new TreeSet<>(files.keySet());
    names.removeIf(name -> name.matches("(org/(g2cl/.*)?|META-INF/.*)"));
    return names;
  }

  /** Names in classes that the server's own parts have too. */
  Set<String> namesOfOthers() {
    Set<String> names = new TreeSet<>();
    classes.forEach(
        (name, bytes) -> {
          for (String constant : constants(bytes)) {
            if (OLD_NAME.matcher(constant).find() && constant.indexOf(' ') < 0) {
              names.add(name + ": " + constant);
            }
          }
        });
    return names;
  }

  /** Texts of a class's constant pool. */
  private static List<String> constants(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    List<String> texts = new ArrayList<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item > 0 && bytes[item - 1] == UTF8) {
        try (DataInputStream in =
            new DataInputStream(new ByteArrayInputStream(bytes, item, bytes.length - item))) {
          texts.add(in.readUTF());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return texts;
  }

  /** Files that are read by name and are not there, services without a class, and headers. */
  Set<String> missingDescriptors() {
    Set<String> missing = new TreeSet<>(FILES);
    missing.removeAll(files.keySet());
    if (!text("META-INF/MANIFEST.MF").contains("Bundle-SymbolicName: org.g2cl.cmi.jonas")) {
      missing.add("META-INF/MANIFEST.MF: Bundle-SymbolicName");
    }
    for (String file : files.keySet()) {
      if (file.startsWith("META-INF/services/") && !file.endsWith("/")) {
        text(file)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .filter(line -> !classes.containsKey(line.trim().replace('.', '/')))
            .forEach(line -> missing.add(file + ": " + line));
      }
    }
    return missing;
  }

  /** Parts of others that the notice does not name, and licences that are not there. */
  Set<String> missingLicences() {
    Set<String> missing = new TreeSet<>();
    for (String name : classes.keySet()) {
      if (name.startsWith(SHADED)) {
        String part = name.substring(SHADED.length(), name.indexOf('/', SHADED.length()));
        if (!part.equals("jgcs") // the contract, a module of this project
            && !text(NOTICE).contains("`org.g2cl.shaded." + part)) {
          missing.add(NOTICE + ": " + part);
        }
      }
    }
    LICENCES.forEach(
        (file, says) -> {
          if (!Pattern.compile(Pattern.quote(says), Pattern.CASE_INSENSITIVE)
              .matcher(text(file))
              .find()) {
            missing.add(file);
          }
        });
    return missing;
  }

  /** Text of a file, empty when it is not there. */
  private String text(String file) {
    return new String(files.getOrDefault(file, new byte[0]), StandardCharsets.UTF_8);
  }

  /**
   * Classes and methods that our own classes refer to and that neither the jar nor Java 8 has;
   * JGroups was built for Java 8, and refers to what is optional.
   */
  Set<String> missingReferences(Java8Api java8) {
    References references = new References(classes.keySet(), java8);
    classes.forEach(
        (name, bytes) -> {
          if (!name.startsWith(SHADED + "jgroups/") && !name.startsWith(SHADED + "java/")) {
            references.of(name, bytes);
          }
        });
    return references.missing();
  }
}
