package org.g2cl.sample.cart.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/**
 * The shop as a web application of a Jakarta EE server, in the place of a {@link WebNode}: beans
 * and servlet in one WAR.
 *
 * <p>The carts are found at the servers of the system property {@value #SERVERS}; without it, at
 * the server that this WAR runs in, {@code g2cl.location}, which knows the others.
 */
@WebListener
public final class ShopWebApp implements ServletContextListener {
  /** System property with the business servers, {@code host:port,host:port}. */
  public static final String SERVERS = "shop.servers";

  @Override
  public void contextInitialized(ServletContextEvent event) {
    String here = System.getProperty("g2cl.location", "127.0.0.1:4201");
    String name = here.replaceAll("[^A-Za-z0-9_-]", "-");
    WebSettings settings = WebSettings.of(name, System.getProperty(SERVERS, here));
    ServletContext context = event.getServletContext();
    context.addServlet("shop", new ShopServlet(settings)).addMapping("/shop/*", "/health");
  }
}
