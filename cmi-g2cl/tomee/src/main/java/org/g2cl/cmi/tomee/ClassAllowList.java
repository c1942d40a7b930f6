package org.g2cl.cmi.tomee;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.security.CodeSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.g2cl.cmi.core.ClassPatterns;
import org.g2cl.cmi.core.JdkValues;

/**
 * Classes that the state and the replies of a bean may consist of: values and collections of the
 * JDK, exceptions of the platform, the bean and its interfaces and what comes from where they come
 * from, {@link StateClasses those} that their fields and methods show at deployment, and those that
 * the setting {@code AllowedClasses} names. Nothing else, and of these none that the filter of the
 * JVM refuses, {@code jdk.serialFilter}.
 *
 * <p>Asked when writing too, so that a class that the other members would refuse fails the first
 * call that uses it and not the take-over. How much of them there may be is not said here, but by
 * {@link StreamLimits}. Thread-safe.
 */
final class ClassAllowList {
  static final String SETTING = "AllowedClasses";

  /** Besides {@link JdkValues}. */
  private static final Set<String> MORE_VALUES =
      Set.of(
          "java.lang.Record",
          "java.lang.AbstractStringBuilder",
          "java.util.concurrent.ConcurrentHashMap$Segment",
          "java.util.concurrent.TimeUnit",
          "java.util.concurrent.atomic.AtomicBoolean",
          "java.util.concurrent.atomic.AtomicInteger",
          "java.util.concurrent.atomic.AtomicIntegerArray",
          "java.util.concurrent.atomic.AtomicLong",
          "java.util.concurrent.atomic.AtomicLongArray",
          "java.util.concurrent.atomic.AtomicReference",
          "java.util.concurrent.atomic.AtomicReferenceArray",
          "java.util.concurrent.locks.AbstractOwnableSynchronizer",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer",
          "java.util.concurrent.locks.ReentrantLock",
          "java.util.concurrent.locks.ReentrantLock$NonfairSync",
          "java.util.concurrent.locks.ReentrantLock$Sync");

  private static final List<String> COLLECTION_PACKAGES =
      List.of("java.util", "java.util.concurrent");
  private static final List<String> EXCEPTION_PACKAGES = List.of("java.", "javax.", "jakarta.");

  private final String bean;
  private final Set<URL> sources;
  private final ClassPatterns patterns;
  private final Set<Class<?>> accepted = ConcurrentHashMap.newKeySet();

  /**
   * Creates the list of a bean.
   *
   * @param patterns see {@link ClassPatterns}; an empty list adds nothing
   * @throws IllegalArgumentException when one of them can be of no class
   */
  ClassAllowList(String bean, Collection<Class<?>> application, List<String> patterns) {
    this.bean = bean;
    this.sources = ConcurrentHashMap.newKeySet();
    this.patterns = ClassPatterns.of(SETTING, patterns);
    application.stream().map(ClassAllowList::source).forEach(sources::addAll);
    Stream.concat(application.stream(), StateClasses.of(application).stream())
        .filter(type -> !isRefusedByJvm(type))
        .forEach(accepted::add);
  }

  /** Refuses a class that is about to be written or read. */
  void check(Class<?> type) throws RefusedClassException {
    if (!allows(type)) {
      throw refused(type);
    }
  }

  /** Refusal of a class. */
  RefusedClassException refused(Class<?> type) {
    if (isUnreadableProxy(element(type))) {
      return refusedProxy(type.getName());
    }
    if (isRefusedByJvm(element(type))) {
      return new RefusedClassException(
          type.getName(),
          "refused by the filter of this JVM (jdk.serialFilter); allow it there on all members");
    }
    return isOfPlatform(element(type))
        ? new RefusedClassException(
            type.getName(),
            "a class of the JDK and none of its values, which the type of a field of bean %s does not change; %s"
                .formatted(bean, whatToDo()))
        : refused(type.getName());
  }

  /** Refusal of a class of that name. */
  RefusedClassException refused(String type) {
    return new RefusedClassException(type, whyRefused());
  }

  /** Refusal of a proxy, whatever the list. */
  RefusedClassException refusedProxy(String type) {
    return new RefusedClassException(
        type,
        ("a dynamic proxy (java.lang.reflect.Proxy), which no member reads, whatever the container's"
                + " property %s; bean %s is to keep what it is made from, and make it again when it"
                + " is activated")
            .formatted(SETTING, bean));
  }

  private String whyRefused() {
    return "neither a value of the JDK nor does it come from where bean %s comes from, nor is it the type of a field; %s"
        .formatted(bean, whatToDo());
  }

  private String whatToDo() {
    return "add it to the container's property %s (now %s) if its state is to be replicated"
        .formatted(SETTING, patterns);
  }

  boolean allows(Class<?> type) {
    Class<?> element = element(type);
    if (element.isPrimitive() || accepted.contains(element)) {
      return true;
    }
    boolean allowed = decide(element) && !isRefusedByJvm(element);
    if (allowed) {
      accepted.add(element);
    }
    return allowed;
  }

  /** Tells whether it is a proxy in place of which no names travel: nobody would read it. */
  private static boolean isUnreadableProxy(Class<?> type) {
    return Proxy.isProxyClass(type) && !References.isProxy(type);
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element;
  }

  private static boolean isRefusedByJvm(Class<?> type) {
    ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
    return ofJvm != null && ofJvm.checkInput(new Asked(type)) == ObjectInputFilter.Status.REJECTED;
  }

  /** What the JVM's filter is asked: a class, before any object of it. */
  private record Asked(Class<?> serialClass) implements ObjectInputFilter.FilterInfo {
    @Override
    public long arrayLength() {
      return -1;
    }

    @Override
    public long depth() {
      return 1;
    }

    @Override
    public long references() {
      return 1;
    }

    @Override
    public long streamBytes() {
      return 0;
    }
  }

  private boolean decide(Class<?> type) {
    if (isUnreadableProxy(type)) {
      return false;
    }
    String name = type.getName();
    if (References.isNames(type)
        || type == PlainObject.class
        || JdkValues.include(name)
        || MORE_VALUES.contains(name)
        || patterns.match(name)) {
      return true;
    }
    if (isOfPlatform(type)) {
      return isCollection(type) || name.startsWith("java.time.") || isException(type);
    }
    return (isException(type) && name.startsWith("jakarta.")) || comesWithBean(type);
  }

  /** Tells whether a class is allowed for it comes from the application. */
  boolean isOfApplication(Class<?> type) {
    return !isOfPlatform(type) && allows(type);
  }

  static boolean isOfPlatform(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  private static boolean isCollection(Class<?> type) {
    return COLLECTION_PACKAGES.contains(type.getPackageName())
        && (Collection.class.isAssignableFrom(type)
            || Map.class.isAssignableFrom(type)
            || Map.Entry.class.isAssignableFrom(type)
            || Comparator.class.isAssignableFrom(type));
  }

  private static boolean isException(Class<?> type) {
    return Throwable.class.isAssignableFrom(type)
        && EXCEPTION_PACKAGES.stream().anyMatch(type.getName()::startsWith)
        && !type.getName().startsWith("javax.management.");
  }

  private boolean comesWithBean(Class<?> type) {
    return source(type).stream().anyMatch(sources::contains);
  }

  private static List<URL> source(Class<?> type) {
    if (isOfPlatform(type) || type.getProtectionDomain() == null) {
      return List.of();
    }
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? List.of()
        : List.of(source.getLocation());
  }
}
