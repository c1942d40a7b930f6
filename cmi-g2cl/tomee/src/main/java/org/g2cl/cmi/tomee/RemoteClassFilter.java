package org.g2cl.cmi.tomee;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.openejb.BeanContext;
import org.apache.openejb.client.EjbObjectInputStream;

/**
 * The server's own filter of classes in remote calls, asked before the first call: a stock TomEE
 * refuses all classes, and a caller would only see a connection closed.
 */
final class RemoteClassFilter extends EjbObjectInputStream.BlacklistClassResolver {
  /** Classes that every request carries. */
  private static final List<String> NEEDED = List.of("java.net.URI", "java.lang.Object");

  private static final String BLACKLIST = "tomee.serialization.class.blacklist";
  private static final String WHITELIST = "tomee.serialization.class.whitelist";

  /**
   * Beginnings of the names of classes that calls carry, whatever the bean. OpenEJB identifies the
   * sessions of its own stateful container by a VMID, which has a UID. It copies the parameters'
   * types of a call of another bean's remote interface, primitive ones too
   * (BaseEjbProxyHandler.copyMethod of 9.0.0).
   *
   * <p>Of OpenEJB's classes just those that tests have seen: its packages have some that allocate
   * or call anything when they are read, or connect to where a stream says.
   */
  private static final String USUAL =
      "java.lang.,java.util.,java.math.,java.time.,java.net.URI,java.io.IOException,"
          + "java.rmi.RemoteException,java.rmi.NoSuchObjectException,java.rmi.AccessException,"
          + "java.rmi.ServerException,java.rmi.dgc.VMID,java.rmi.server.UID,"
          + "javax.naming.,jakarta.ejb.,jakarta.transaction.,"
          + "org.apache.openejb.BeanContext$BusinessRemoteHome,"
          + "org.apache.openejb.client.EJBMetaDataImpl,"
          + "org.apache.openejb.client.EJBObjectProxyHandle,"
          + "org.apache.openejb.client.JNDIContext$AuthenticationInfo,"
          + "org.apache.openejb.client.ThrowableArtifact,"
          + "org.apache.openejb.core.ivm.IntraVmArtifact,"
          + "org.g2cl.cmi.core.RetryElsewhereException,"
          + "org.g2cl.propagation.LateRequestException,"
          + "org.g2cl.propagation.PropagationException,"
          + "org.g2cl.propagation.SessionBusyException,"
          + "boolean,byte,char,double,float,int,long,short";

  static final String ADVICE =
      "set in conf/system.properties %s to - and %s to %s and the packages of your beans' interfaces and arguments"
          .formatted(BLACKLIST, WHITELIST, USUAL);

  /** Beginning of the name of a class, or all of it. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$.]*");

  /** How OpenEJB takes its lists apart. */
  private static final Pattern SEPARATOR = Pattern.compile(" *, *");

  /**
   * Lets this process take the usual classes and those, and no others, unless its user says by
   * OpenEJB's properties what it takes.
   *
   * @param more beginnings of names
   */
  static void restrict(List<String> more) {
    if (System.getProperty(BLACKLIST) == null && System.getProperty(WHITELIST) == null) {
      System.setProperty(BLACKLIST, "-");
      System.setProperty(WHITELIST, String.join(",", more) + (more.isEmpty() ? "" : ",") + USUAL);
    }
    reload();
  }

  /** Has the properties count as they are now: they may have been set since they were read. */
  static void reload() {
    EjbObjectInputStream.reloadResolverConfig();
  }

  /**
   * What is wrong with beginnings of names that {@code remoteClasses} was given, if anything is.
   */
  static Optional<String> problemOf(List<String> beginnings) {
    return beginnings.stream()
        .filter(name -> name == null || !NAME.matcher(name).matches())
        .findFirst()
        .map(
            name ->
                "remoteClasses has '%s', which is not the beginning of a class's name; write a package with a dot at its end, such as com.shop., or leave it out"
                    .formatted(name));
  }

  /**
   * What is wrong with the user's own list, if anything is: every class's name begins with an empty
   * entry.
   */
  static Optional<String> problemOfProperty() {
    String list = System.getProperty(WHITELIST);
    return list != null && SEPARATOR.splitAsStream(list).anyMatch(String::isEmpty)
        ? Optional.of(
            "%s is '%s', which has an empty entry, and so takes all classes; take the empty entry out"
                .formatted(WHITELIST, list))
        : Optional.empty();
  }

  /** Why a server must not take calls at an address, if it must not. */
  Optional<String> obstacle(String host) {
    return problemOfProperty()
        .or(
            () ->
                isOpen() && !isLoopback(host)
                    ? Optional.of(
                        "others can reach %s, and whoever does could have objects of nearly all classes made, since %s is '%s' and %s is '%s'; %s"
                            .formatted(
                                host,
                                WHITELIST,
                                System.getProperty(WHITELIST, ""),
                                BLACKLIST,
                                System.getProperty(BLACKLIST, ""),
                                ADVICE))
                    : Optional.empty());
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Tells whether the server takes classes that nobody has thought of. */
  boolean isOpen() {
    return !refuses("g2cl.probe.OfNobody");
  }

  /** Tells whether the server refuses a class. */
  boolean refuses(String type) {
    return isBlacklisted(type);
  }

  /** Class that remote calls need and the server refuses. */
  Optional<String> refused() {
    return NEEDED.stream().filter(this::refuses).findFirst();
  }

  /** Arguments of a bean's remote methods that the server refuses, {@code Cart.add: a.B} each. */
  List<String> refused(BeanContext bean) {
    var refused = new ArrayList<String>();
    for (Class<?> view : bean.getBusinessRemoteInterfaces()) {
      for (Method method : view.getMethods()) {
        Stream.of(method.getParameterTypes())
            .filter(type -> refuses(type.getName()))
            .map(type -> view.getSimpleName() + "." + method.getName() + ": " + type.getName())
            .forEach(refused::add);
      }
    }
    return refused;
  }
}
