package org.g2cl.sample.jonas.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.ow2.cmi.admin.MBeanUtils;
import org.ow2.cmi.controller.server.AbsServerClusterViewManager;
import org.ow2.cmi.controller.server.filter.IFilter;
import org.ow2.cmi.loader.IArchiveWrapper;
import org.ow2.cmi.loader.IPolicyStrategyLoader;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.CMIReferenceable;
import org.ow2.util.pool.api.IPoolConfiguration;
import org.ow2.util.pool.api.Pool;
import org.ow2.util.pool.impl.PoolConfiguration;

/**
 * What an administrator does at a server, by words: CMI's MBeans, and what the view manager has
 * beside them.
 */
final class Administration {
  private final AbsServerClusterViewManager manager;
  private final List<String> loaded = new CopyOnWriteArrayList<>();
  private final List<String> pools = new CopyOnWriteArrayList<>();

  Administration(AbsServerClusterViewManager manager) {
    this.manager = manager;
  }

  /** Whether that command is one of these. */
  static boolean knows(String command) {
    return Arrays.asList(
            "mbeans", "getters", "jmx", "pool", "archive", "filter", "watch", "watched")
        .contains(command);
  }

  /** Answers {@code OK result} or {@code FAILED reason}. */
  String answer(String[] words) {
    try {
      return "OK " + execute(words);
    } catch (Exception e) {
      return "FAILED " + e + " <- " + e.getCause();
    }
  }

  private Object execute(String[] words) throws Exception {
    switch (words[0]) {
      case "mbeans":
        return text(MBeanUtils.getMBeanServer().queryNames(new ObjectName("*:type=cmi,*"), null));
      case "getters":
        return text(getters(words[1]));
      case "jmx":
        return text(jmx(words[1], words[2], Arrays.copyOfRange(words, 3, words.length)));
      case "pool":
        PoolConfiguration pool = new PoolConfiguration();
        pool.setMax(Integer.parseInt(words[2]));
        manager.setPoolConfiguration(words[1], pool);
        return "";
      case "archive":
        return archive(words);
      case "filter":
        return words[1].equals(CartServer.OBJECT) ? filterOfObject(words) : filter(words);
      case "watch":
        return watch(words[1]);
      case "watched":
        return manager.getPolicy(words[1]).getClass().getSimpleName() + " " + pools + " " + loaded;
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  private static Object text(Object result) {
    return result instanceof Collection<?>
        ? ((Collection<?>) result)
            .stream().map(String::valueOf).sorted().collect(Collectors.joining(" "))
        : result;
  }

  private static ObjectName named(String bean) throws Exception {
    return MBeanUtils.getMBeanServer()
        .queryNames(new ObjectName("*:type=cmi,name=" + bean + ",*"), null)
        .iterator()
        .next();
  }

  /** Attributes that can be read and operations that read, each with its number of arguments. */
  private static List<String> getters(String bean) throws Exception {
    MBeanInfo info = MBeanUtils.getMBeanServer().getMBeanInfo(named(bean));
    List<String> getters = new ArrayList<>();
    for (MBeanAttributeInfo attribute : info.getAttributes()) {
      getters.add(attribute.getName() + "/0");
    }
    for (MBeanOperationInfo operation : info.getOperations()) {
      if (operation.getName().matches("(get|is|retrieve)[A-Z].*")) {
        getters.add(operation.getName() + "/" + operation.getSignature().length);
      }
    }
    return getters;
  }

  /** An operation by name and number of arguments, or an attribute: one argument sets it. */
  private static Object jmx(String bean, String what, String... arguments) throws Exception {
    MBeanServer server = MBeanUtils.getMBeanServer();
    ObjectName name = named(bean);
    for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
      if (attribute.getName().equals(what)) {
        if (arguments.length > 0) {
          server.setAttribute(
              name, new javax.management.Attribute(what, value(attribute.getType(), arguments[0])));
        }
        return server.getAttribute(name, what);
      }
    }
    for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
      MBeanParameterInfo[] signature = operation.getSignature();
      if (operation.getName().equals(what) && signature.length == arguments.length) {
        String[] types = new String[signature.length];
        Object[] values = new Object[signature.length];
        for (int i = 0; i < types.length; i++) {
          types[i] = signature[i].getType();
          values[i] = value(types[i], arguments[i]);
        }
        return server.invoke(name, what, values, types);
      }
    }
    throw new IllegalArgumentException(name + " has no " + what);
  }

  private static Object value(String type, String text) {
    switch (type) {
      case "int":
      case "java.lang.Integer":
        return Integer.valueOf(text);
      case "long":
      case "java.lang.Long":
        return Long.valueOf(text);
      default:
        return text;
    }
  }

  private Object archive(String[] words) {
    switch (words[1]) {
      case "share":
        manager.broadCastArchive(words[2], new byte[Integer.parseInt(words[3])]);
        return "";
      case "remove":
        manager.removeDistributedArchive(words[2]);
        return "";
      default:
        return manager.isAlreadyDistributed(words[2]);
    }
  }

  private Object filter(String[] words) {
    if (words[1].equals("add")) {
      manager.addGlobalFilter(new OthersFilter(Integer.parseInt(words[2])));
    } else if (words[1].equals("remove")) {
      manager.removeGlobalFilter(new OthersFilter(0));
    }
    List<IFilter> filters = manager.getGlobalFilters();
    return text(filters);
  }

  /** As {@link #filter}, of one object. */
  private Object filterOfObject(String[] words) throws Exception {
    String object = words[1];
    if (words[2].equals("add")) {
      manager.addFilter(object, new OthersFilter(Integer.parseInt(words[3])));
    } else if (words[2].equals("remove")) {
      manager.removeFilter(object, manager.getFilters(object).get(0));
    }
    return text(manager.getFilters(object));
  }

  /** Follows an object as a server does that uses it, with a pool and a loader that note things. */
  @SuppressWarnings("unchecked")
  private Object watch(String object) throws Exception {
    manager.addObjectToWatch(object);
    manager.setPool(
        object,
        (Pool<CMIReferenceable<?>, CMIReference>)
            Stubs.stub(
                Pool.class,
                (method, arguments) -> {
                  if (method.getName().equals("setPoolConfiguration")) {
                    pools.add("max=" + ((IPoolConfiguration) arguments[0]).getMax());
                  }
                  return null;
                }));
    manager.setPolicyStrategyLoader(
        Stubs.stub(
            IPolicyStrategyLoader.class,
            (method, arguments) -> {
              loaded.add(
                  method.getName().equals("loadArchive")
                      ? "loaded " + describe((IArchiveWrapper) arguments[1])
                      : "unloaded " + arguments[0]);
              return null;
            }));
    return object;
  }

  private static String describe(IArchiveWrapper archive) {
    return archive.getArchiveId() + " of " + archive.getData().length;
  }
}
