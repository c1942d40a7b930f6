package org.g2cl.sample.cart.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one servlet of the shop: finds the session's shopper, takes its lock, and asks the handler of
 * the path.
 */
final class ShopServlet extends HttpServlet {

  static final String SHOPPER = "shopper";

  private static final long serialVersionUID = 1;
  private static final Logger log = LoggerFactory.getLogger(ShopServlet.class);

  private final transient String webNode;
  private final transient CartLocator locator;
  private final transient StepHandler steps;
  private final transient AuditHandler audits;
  private final transient PersonHandler person;

  ShopServlet(WebSettings settings) {
    webNode = settings.jvmRoute();
    locator = new CartLocator(settings.providerUrl());
    Shelf shelf = new Shelf(() -> locator.catalogue().products());
    steps = new StepHandler(new ShopperScript(settings.items(), settings.stepsPerCycle()), shelf);
    audits = new AuditHandler(webNode);
    person = new PersonHandler(webNode, shelf);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      answer(request).writeTo(response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Answer.text(503, "The web node " + webNode + " is stopping.").writeTo(response);
    } catch (IllegalStateException | IllegalArgumentException e) {
      log.error("{}: {} failed", webNode, request.getRequestURI(), e);
      Answer.text(500, "The request failed: " + e.getMessage()).writeTo(response);
    }
  }

  private Answer answer(HttpServletRequest request) throws InterruptedException {
    String path =
        request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
    boolean post = request.getMethod().equals("POST");
    if (!post && !request.getMethod().equals("GET")) {
      return Answer.text(405, "The shop answers GET and POST only.");
    }
    return switch (path) {
      case "/shop/step" -> with(shopper(request), steps::step);
      case "/shop/audit" -> withOpenCart(request, audits::audit);
      case "/shop", "/shop/" -> page(request);
      case "/shop/insert", "/shop/update", "/shop/remove", "/shop/checkout" ->
          post ? with(shopper(request), shopper -> person.post(request, shopper)) : postOnly(path);
      case "/shop/leave" -> post ? leave(request) : postOnly(path);
      case "/health" -> Answer.text(200, "ready " + webNode);
      case "", "/" -> Answer.redirect("/shop");
      default -> Answer.text(404, "The shop has no page " + path + ". Its first page is /shop.");
    };
  }

  private static Answer postOnly(String path) {
    return Answer.text(405, path + " takes POST only. Use the forms of /shop.");
  }

  private Answer page(HttpServletRequest request) throws InterruptedException {
    Shopper shopper = knownShopper(request);
    return shopper == null
        ? person.page(request, new Shopper(locator::newCart))
        : with(shopper, known -> person.page(request, known));
  }

  private Answer leave(HttpServletRequest request) throws InterruptedException {
    Shopper shopper = knownShopper(request);
    if (shopper == null) {
      return Answer.redirect("/shop");
    }
    return with(shopper, known -> person.leave(request, known));
  }

  private Answer withOpenCart(HttpServletRequest request, Function<Shopper, Answer> handler)
      throws InterruptedException {
    Shopper shopper = knownShopper(request);
    if (shopper == null) {
      return noCart();
    }
    return with(shopper, known -> known.isOpen() ? handler.apply(known) : noCart());
  }

  private static Answer noCart() {
    return Answer.text(
        404, "This session has no cart. Send the session's cookie, or /shop/step first.");
  }

  private Answer with(Shopper shopper, Function<Shopper, Answer> handler)
      throws InterruptedException {
    if (!shopper.tryEnter()) {
      return Answer.text(503, "This session is still busy with an earlier request. Try again.");
    }
    try {
      return handler.apply(shopper);
    } finally {
      shopper.leave();
    }
  }

  private static Shopper knownShopper(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session == null ? null : (Shopper) session.getAttribute(SHOPPER);
  }

  private Shopper shopper(HttpServletRequest request) {
    Shopper known = knownShopper(request);
    return known != null ? known : newShopper(request.getSession());
  }

  private synchronized Shopper newShopper(HttpSession session) {
    Shopper known = (Shopper) session.getAttribute(SHOPPER);
    if (known != null) {
      return known;
    }
    Shopper shopper = new Shopper(locator::newCart);
    session.setAttribute(SHOPPER, shopper);
    return shopper;
  }
}
