package org.g2cl.cmi.jonas;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Bundles as they are in a server, made of the jars on this class path; each by its address. */
final class OsgiBundles {
  private static final String HOST = "cmi.of.a.server";

  private OsgiBundles() {}

  /** A bundle with CMI's jars and JOnAS's interfaces inside. */
  static String host(Path work) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (Path entry : classPath()) {
      if (entry.toString().replace('\\', '/').contains("/org/ow2/")
          && entry.toString().endsWith(".jar")) {
        jars.add(entry);
      }
    }
    if (jars.isEmpty()) {
      throw new IOException("CMI is not on the class path");
    }
    Manifest manifest = manifest(HOST);
    StringBuilder inside = new StringBuilder(".");
    jars.forEach(jar -> inside.append(',').append(jar.getFileName()));
    manifest.getMainAttributes().putValue("Bundle-ClassPath", inside.toString());
    manifest
        .getMainAttributes()
        .putValue(
            "Export-Package",
            "org.ow2.jonas.cmi,org.ow2.jonas.ha,org.ow2.jonas.service,org.ow2.jonas.tm,org.ow2.cmi.ha,"
                + "javax.ejb,javax.transaction");
    Path bundle = work.resolve("host.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(bundle), manifest)) {
      for (Path jar : jars) {
        out.putNextEntry(new JarEntry(jar.getFileName().toString()));
        Files.copy(jar, out);
        out.closeEntry();
      }
    }
    return address(bundle);
  }

  /** Our jar as a fragment of the host, as the how-to has it made. */
  static String fragment(Path work) throws IOException {
    Path bundle = work.resolve("fragment.jar");
    try (JarFile jar = new JarFile(System.getProperty("jonas.jar"))) {
      Manifest manifest = new Manifest(jar.getManifest());
      manifest.getMainAttributes().putValue("Fragment-Host", HOST);
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(bundle), manifest)) {
        for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
          JarEntry entry = all.nextElement();
          if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
            out.putNextEntry(new JarEntry(entry.getName()));
            try (InputStream in = jar.getInputStream(entry)) {
              in.transferTo(out);
            }
            out.closeEntry();
          }
        }
      }
    }
    return address(bundle);
  }

  /** A bundle of one class, whose package it exports. */
  static InputStream of(String className, byte[] code, Map<String, String> attributes)
      throws IOException {
    Manifest manifest = manifest(className);
    manifest
        .getMainAttributes()
        .putValue("Export-Package", className.substring(0, className.lastIndexOf('.')));
    attributes.forEach(manifest.getMainAttributes()::putValue);
    ByteArrayOutputStream bundle = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(bundle, manifest)) {
      out.putNextEntry(new JarEntry(className.replace('.', '/') + ".class"));
      out.write(code);
      out.closeEntry();
    }
    return new ByteArrayInputStream(bundle.toByteArray());
  }

  /** iPOJO's own bundle. */
  static String ipojo() throws IOException {
    for (Path entry : classPath()) {
      if (entry.getFileName().toString().startsWith("org.apache.felix.ipojo-")) {
        return address(entry);
      }
    }
    throw new IOException("iPOJO is not on the class path");
  }

  private static List<Path> classPath() {
    List<Path> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry));
    }
    return entries;
  }

  static String address(Path file) {
    return file.toUri().toString();
  }

  private static Manifest manifest(String name) {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Bundle-ManifestVersion", "2");
    attributes.putValue("Bundle-SymbolicName", name);
    return manifest;
  }
}
