package org.g2cl.cmi.tomee;

import java.util.Properties;
import java.util.concurrent.Callable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.errand.CartBean;
import org.g2cl.cmi.tomee.errand.HelperBean;
import org.g2cl.cmi.tomee.errand.Porter;
import org.g2cl.cmi.tomee.errand.PorterBean;

/**
 * Program that calls beans of a node that takes few classes, with references of beans as arguments
 * and results, and says what it gets. A JVM of its own, since OpenEJB reads the list of classes for
 * calls within the JVM once. Arguments: location, port of the group.
 */
final class PorterNode {
  private PorterNode() {}

  /** See the class. */
  @SuppressWarnings("SystemOut") // what it is for
  public static void main(String[] arguments) throws Exception {
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, arguments[0])
            .set(HaSetting.BIND_PORT, arguments[1])
            .build();
    try (var node =
        EmbeddedBusinessNode.builder()
            .classes(PorterBean.class, HelperBean.class, CartBean.class)
            .remoteClasses("org.g2cl.cmi.tomee.errand.")
            .ha(settings)
            .start()) {
      callBy("ours", context("org.g2cl.cmi.client.HaContextFactory", arguments[0]));
      String stock = "org.apache.openejb.client.RemoteInitialContextFactory";
      callBy("stock", context(stock, node.location().toString()));
      callBy("local", context("org.apache.openejb.core.LocalInitialContextFactory", ""));
    }
    System.exit(0);
  }

  private static Context context(String factory, String location) throws NamingException {
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, factory);
    environment.put(Context.PROVIDER_URL, location);
    return new InitialContext(environment);
  }

  @SuppressWarnings("BanJNDI") // what a client does
  private static void callBy(String client, Context context) throws NamingException {
    Porter porter = (Porter) context.lookup("PorterRemote");
    Porter other = (Porter) context.lookup("HelperRemote");
    say(client, "plain", () -> porter.carry("box"));
    say(client, "argument", () -> porter.giveTo(other, "box"));
    say(client, "result", () -> porter.helper().carry("box"));
    say(client, "result of result", () -> porter.helper().helper().carry("box") > 0 ? 1 : 0);
    say(client, "argument between beans", () -> porter.passOnTo(other, "box"));
    say(client, "result between beans", () -> porter.giveToHelperOfHelper("box") > 0 ? 1 : 0);
    say(client, "exception", porter::refuse);
  }

  @SuppressWarnings("SystemOut") // what it is for
  private static void say(String client, String what, Callable<Integer> call) {
    try {
      System.out.println("%s, %s: %s".formatted(client, what, call.call()));
    } catch (Exception e) {
      System.out.println("%s, %s: %s, by %s".formatted(client, what, e, e.getCause()));
    }
  }
}
