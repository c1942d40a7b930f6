package org.g2cl.loadtest.node;

import org.apache.openejb.client.EjbObjectInputStream;

/**
 * Classes that clients may send to a node of ours: OpenEJB's own default is all but a few. Whoever
 * sets OpenEJB's properties decides in place of that.
 */
final class RemoteClasses {
  static final String BLACKLIST = "tomee.serialization.class.blacklist";
  static final String WHITELIST = "tomee.serialization.class.whitelist";

  private static final String NEEDED =
      "java.lang.,java.util.,java.math.,java.time.,java.net.URI,java.rmi.RemoteException,"
          + "java.rmi.NoSuchObjectException,java.rmi.AccessException,java.rmi.ServerException,"
          + "javax.naming.,jakarta.ejb.,org.apache.openejb.,org.g2cl.";

  private RemoteClasses() {}

  /** Restricts them, in this process. */
  static void restrict() {
    if (System.getProperty(BLACKLIST) == null && System.getProperty(WHITELIST) == null) {
      System.setProperty(BLACKLIST, "-");
      System.setProperty(WHITELIST, NEEDED);
      EjbObjectInputStream.reloadResolverConfig();
    }
  }
}
