package org.g2cl.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Map;

/** Loader of our classes from the class path, some of them with a fault planted. */
final class Mutant extends ClassLoader {
  private static final String OURS = "org.g2cl.";

  private final Map<String, byte[]> faulty;

  Mutant(Map<String, byte[]> faulty) {
    super(Mutant.class.getClassLoader());
    this.faulty = faulty;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = name.startsWith(OURS) ? define(name) : super.loadClass(name, false);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = faulty.get(name);
    URL source = getParent().getResource(name.replace('.', '/') + ".class");
    if (source == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = source.openStream()) {
      byte[] code = bytes == null ? in.readAllBytes() : bytes;
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
