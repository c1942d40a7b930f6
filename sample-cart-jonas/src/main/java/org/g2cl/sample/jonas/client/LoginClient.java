package org.g2cl.sample.jonas.client;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.rmi.registry.LocateRegistry;
import java.util.Stack;
import java.util.UUID;
import org.g2cl.sample.jonas.bean.Cart;
import org.g2cl.sample.jonas.bean.CartHome;
import org.ow2.cmi.controller.factory.ClusterViewManagerFactory;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;
import org.ow2.jonas.lib.security.context.SecurityContext;
import org.ow2.jonas.lib.security.context.SecurityCurrent;

/**
 * A client with logins of JOnAS's security, that obeys lines on its standard input and prints
 * {@code OK result} or {@code FAILED reason} for each: {@code insert LOGIN SEQUENCE} into its one
 * cart, and {@code take LOGIN PORT SESSION REQUEST}, which asks the server of that registry for the
 * response to a request of the cart without CMI, as one who has come to know its ids.
 */
public final class LoginClient {
  private static final String SECURITY =
      "org.ow2.PortableInterceptor.JRMPInitializerClass"
          + ".org.ow2.jonas.security.interceptors.jrmp.SecurityInitializer";

  private final Cart cart;

  private LoginClient(String servers) throws Exception {
    cart = new Shop(servers).create();
  }

  /** Name of the system property that has JOnAS's security tell servers who calls. */
  public static String security() {
    return SECURITY;
  }

  /**
   * Starts a client.
   *
   * @param arguments servers, {@code host:port,host:port}
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty(SECURITY, "");
    LoginClient client = new LoginClient(arguments[0]);
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("READY client");
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      System.out.println(client.answer(line.trim().split(" ", -1)));
    }
    System.exit(0);
  }

  private String answer(String[] words) {
    SecurityCurrent.getCurrent().setSecurityContext(new SecurityContext(words[1], new String[0]));
    try {
      return "OK "
          + (words[0].equals("take")
              ? take(
                  Integer.parseInt(words[2]), Long.parseLong(words[3]), Integer.parseInt(words[4]))
              : cart.insert(Long.parseLong(words[2]), "article " + words[2], 1));
    } catch (Exception e) {
      return "FAILED " + e.toString().replace('\n', ' ');
    }
  }

  @SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
  private static int take(int port, long session, int request) throws Exception {
    HACurrent current = HACurrent.getHACurrent();
    CartHome home = (CartHome) LocateRegistry.getRegistry("127.0.0.1", port).lookup("cart");
    Cart own = home.create();
    UUID client = ClusterViewManagerFactory.getFactory().getClusterViewManager().getUUID();
    Stack<RequestId> requests = new Stack<>();
    requests.push(new RequestId(new SessionId(client, session), request));
    current.setRequests(requests);
    current.setOnFailover(true);
    try {
      return own.insert(99, "taken", 1);
    } finally {
      current.setOnFailover(false);
      current.setRequests(new Stack<>());
    }
  }
}
