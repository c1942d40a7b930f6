package org.g2cl.jgcs.legacy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.UnsupportedServiceException;

/**
 * Classes of one folder, apart from ours: they have a {@code net.sf.jgcs} of their own.
 *
 * <p>The folder itself is on the class path, too, for the property files that plug-ins look for
 * there. One loader per folder in a JVM, as plug-ins may share state by static fields.
 */
final class Plugin {
  private static final Map<Path, WeakReference<Plugin>> LOADED = new HashMap<>();

  private final ClassLoader loader;
  private final Map<String, Method> methods = new ConcurrentHashMap<>();

  private Plugin(ClassLoader loader) {
    this.loader = loader;
  }

  static Plugin load(LegacySettings settings) throws GroupException {
    try {
      return load(Path.of(settings.jars()).toRealPath());
    } catch (IOException e) {
      throw new GroupException(
          "engine 'legacy': setting '%s' has the value '%s', which cannot be read as a folder of jars: %s"
              .formatted(LegacySettings.JARS, settings.jars(), e),
          e);
    }
  }

  private static synchronized Plugin load(Path folder) throws IOException {
    WeakReference<Plugin> reference = LOADED.get(folder);
    Plugin known = reference == null ? null : reference.get();
    if (known != null) {
      return known;
    }
    Plugin loaded = new Plugin(loader(folder));
    LOADED.put(folder, new WeakReference<>(loaded));
    return loaded;
  }

  private static URLClassLoader loader(Path folder) throws IOException {
    List<URL> path = new ArrayList<>();
    path.add(folder.toUri().toURL());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        path.add(jar.toUri().toURL());
      }
    }
    return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  ClassLoader loader() {
    return loader;
  }

  Class<?> type(String name) throws GroupException {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new GroupException(
          "class %s is not in the folder of the plug-in, or a class that it needs is not: %s"
              .formatted(name, e),
          e);
    }
  }

  /** Makes a bean: by its constructor with one text or without any, then by its setters. */
  Object make(String className, String argument, Map<String, String> properties)
      throws GroupException {
    Class<?> type = type(className);
    Object bean;
    try {
      bean =
          argument == null
              ? type.getConstructor().newInstance()
              : type.getConstructor(String.class).newInstance(argument);
    } catch (ReflectiveOperationException e) {
      throw new GroupException("class %s cannot be made: %s".formatted(className, cause(e)), e);
    }
    for (Map.Entry<String, String> property : properties.entrySet()) {
      set(bean, property.getKey(), property.getValue());
    }
    return bean;
  }

  private static void set(Object bean, String property, String value) throws GroupException {
    String setter = "set" + Character.toUpperCase(property.charAt(0)) + property.substring(1);
    try {
      bean.getClass().getMethod(setter, String.class).invoke(bean, value);
    } catch (ReflectiveOperationException e) {
      throw new GroupException(
          "%s has no property '%s' that takes the text '%s': %s"
              .formatted(bean.getClass().getName(), property, value, cause(e)),
          e);
    }
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof InvocationTargetException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  boolean isInstance(String typeName, Object object) throws GroupException {
    return type(typeName).isInstance(object);
  }

  Object proxy(String typeName, InvocationHandler handler) throws GroupException {
    return Proxy.newProxyInstance(loader, new Class<?>[] {type(typeName)}, handler);
  }

  /** Empty array of the plug-in's annotations. */
  Object noAnnotations() throws GroupException {
    return Array.newInstance(type(Names.ANNOTATION), 0);
  }

  /** Calls a method of one of the plug-in's interfaces; its exceptions become ours. */
  Object call(Object target, String typeName, String method, Object... arguments)
      throws GroupException {
    try {
      return method(typeName, method).invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw translated(typeName + "." + method, e.getCause());
    } catch (IllegalAccessException e) {
      throw new GroupException(typeName + "." + method + " of the plug-in is not public", e);
    }
  }

  private Method method(String typeName, String name) throws GroupException {
    String key = typeName + "." + name;
    Method known = methods.get(key);
    if (known == null) {
      known = find(type(typeName), name);
      methods.put(key, known);
    }
    return known;
  }

  private static Method find(Class<?> type, String name) throws GroupException {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)) {
        return method;
      }
    }
    throw new GroupException("the plug-in's " + type.getName() + " has no method " + name);
  }

  private GroupException translated(String what, Throwable failure) throws GroupException {
    if (failure instanceof Error error) {
      throw error;
    }
    String message = "the plug-in's " + what + " failed: " + failure;
    if (isInstance(Names.NOT_JOINED, failure)) {
      return new InvalidStateException(message, failure);
    }
    if (isInstance(Names.CLOSED_SESSION, failure)) {
      return new ClosedSessionException(message, failure);
    }
    if (isInstance(Names.UNSUPPORTED_SERVICE, failure)) {
      return new UnsupportedServiceException(message, failure);
    }
    return new GroupException(message, failure);
  }
}
