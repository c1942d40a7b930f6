package org.g2cl.cmi.tomee;

import java.io.IOException;

/**
 * Loader as an application has one: it defines one class, of which nobody then knows where it comes
 * from, and leaves the others to the test's loader.
 */
final class OwnLoader extends ClassLoader {
  private final String own;

  OwnLoader(Class<?> type) {
    super(type.getClassLoader());
    own = type.getName();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(own)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (var in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] code = in.readAllBytes();
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
