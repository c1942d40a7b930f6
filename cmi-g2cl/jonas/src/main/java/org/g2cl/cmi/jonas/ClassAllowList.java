package org.g2cl.cmi.jonas;

import java.io.InvalidClassException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.g2cl.cmi.core.ClassPatterns;
import org.g2cl.cmi.core.JdkValues;

/**
 * Classes that values and states of other members may consist of: values, collections and
 * exceptions of the JDK, what CMI servers share, handles of beans, exceptions of CMI, Carol and the
 * EJB API, those of the application, and those that the setting {@code g2cl.allowed-classes} names.
 * Nothing else.
 *
 * <p>Of the application is what the thread's context class loader, or a parent of it below the
 * server's own and the system's, has defined. Asked when writing too, so that what the others would
 * refuse fails the first call that uses it and not the take-over.
 */
final class ClassAllowList {
  static final String SETTING = "g2cl.allowed-classes";

  /** Besides {@link JdkValues}. */
  private static final Set<String> MORE_VALUES =
      Set.of(
          "java.lang.Class",
          "java.lang.String$CaseInsensitiveComparator",
          "java.io.File",
          "java.net.InetAddress",
          "java.net.Inet4Address",
          "java.net.Inet6Address",
          "java.rmi.server.RemoteObject",
          "java.rmi.server.RemoteStub",
          "java.rmi.server.ObjID",
          "java.rmi.server.UID",
          "org.ow2.jonas.lib.ejb21.JWrapper", // what stands for others in a state, JOnAS 5.2.3
          "org.ow2.jonas.lib.ejb21.JHomeHandle",
          "org.ow2.jonas.lib.ejb21.JSessionHandle",
          "org.ow2.jonas.lib.ejb21.JEntityHandle",
          "org.ow2.jonas.lib.ejb21.ha.JRepStatefulObjectId",
          "org.ow2.cmi.ha.SessionId",
          "org.ow2.cmi.reference.CMIProxyHandleImpl",
          "org.ow2.cmi.ejb2_1.spec.EJBHomeHandle",
          "org.ow2.cmi.ejb2_1.spec.EJBObjectHandle",
          "org.ow2.carol.rmi.jrmp.server.JUnicastRef", // of the stubs in handles
          "org.ow2.carol.rmi.jrmp.server.JUnicastRefSf",
          "org.ow2.cmi.controller.common.ImmutableClusteredObjectInfos", // what CMI servers share
          "org.ow2.cmi.controller.server.DistributedObjectInfo",
          "org.ow2.cmi.controller.server.filter.IdentityFilter",
          "org.ow2.cmi.info.mapping.PoolMappingForJonas",
          "org.ow2.cmi.lb.data.PolicyData",
          "org.ow2.cmi.reference.CMIReference",
          "org.ow2.cmi.reference.ServerId",
          "org.ow2.cmi.reference.ServerRef",
          "org.ow2.util.pool.impl.PoolConfiguration");

  /**
   * Exceptions of these; other classes of theirs open ports, or ask servers, when they are read.
   */
  private static final List<String> EXCEPTION_PACKAGES =
      List.of("org.ow2.cmi.", "org.ow2.carol.", "javax.ejb.");

  private final ClassPatterns patterns;
  private final ClassLoader server;

  /**
   * Creates a list.
   *
   * @param patterns see {@link ClassPatterns}
   * @throws IllegalArgumentException when one of them can be of no class
   */
  ClassAllowList(List<String> patterns) {
    this.patterns = ClassPatterns.of(SETTING, patterns);
    this.server = ClassAllowList.class.getClassLoader();
  }

  /**
   * List with the patterns of the system property {@code g2cl.allowed-classes}.
   *
   * @throws JonasConfigurationException when one of them can be of no class
   */
  static ClassAllowList fromSystem() {
    List<String> patterns = new ArrayList<>();
    for (String pattern : System.getProperty(SETTING, "").split(",", -1)) {
      if (!pattern.isBlank()) {
        patterns.add(pattern.strip());
      }
    }
    try {
      return new ClassAllowList(patterns);
    } catch (IllegalArgumentException e) {
      throw new JonasConfigurationException(e.getMessage(), e);
    }
  }

  void check(Class<?> type) throws InvalidClassException {
    if (!allows(type)) {
      throw new InvalidClassException(
          type.getName(),
          "this class is neither a value of the JDK nor one of the application; add it to %s (now %s) if it is to be replicated"
              .formatted(SETTING, patterns));
    }
  }

  boolean allows(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    String name = element.getName();
    return element.isPrimitive()
        || JdkValues.include(name)
        || MORE_VALUES.contains(name)
        || patterns.match(name)
        || isExceptionOfServer(element, name)
        || isOfPlatform(element, name)
        || isOfApplication(element);
  }

  private static boolean isExceptionOfServer(Class<?> type, String name) {
    return Throwable.class.isAssignableFrom(type)
        && EXCEPTION_PACKAGES.stream().anyMatch(name::startsWith);
  }

  private static boolean isOfPlatform(Class<?> type, String name) {
    if (!name.startsWith("java.") && !name.startsWith("javax.")) {
      return false;
    }
    boolean collection =
        name.startsWith("java.util.")
            && (Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type)
                || Comparator.class.isAssignableFrom(type));
    boolean exception =
        Throwable.class.isAssignableFrom(type) && !name.startsWith("javax.management.");
    return collection
        || exception
        || name.startsWith("java.time.")
        || name.startsWith("java.text.")
        || name.startsWith("java.util.concurrent.");
  }

  private boolean isOfApplication(Class<?> type) {
    ClassLoader definer = type.getClassLoader();
    if (definer == null
        || isAbove(server, definer)
        || isAbove(ClassLoader.getSystemClassLoader(), definer)) { // not above that of a bundle
      return false;
    }
    return isAbove(Thread.currentThread().getContextClassLoader(), definer);
  }

  /** Whether a loader is that one or a parent of it. */
  private static boolean isAbove(ClassLoader from, ClassLoader loader) {
    for (ClassLoader at = from; at != null; at = at.getParent()) {
      if (at == loader) {
        return true;
      }
    }
    return false;
  }
}
