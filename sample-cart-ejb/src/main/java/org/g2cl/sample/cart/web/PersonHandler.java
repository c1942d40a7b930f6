package org.g2cl.sample.cart.web;

import static jakarta.servlet.http.HttpServletResponse.SC_OK;
import static jakarta.servlet.http.HttpServletResponse.SC_SERVICE_UNAVAILABLE;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartException;
import org.g2cl.sample.cart.CartItem;
import org.g2cl.sample.cart.OrderReceipt;
import org.g2cl.sample.cart.Product;

/** The page and its forms, for a person with a browser. */
final class PersonHandler {

  private static final String FLASH = "flash";
  private static final String OPEN_WHETHER =
      " It is open whether it took place: look into the cart before you do it again.";

  private final String webNode;
  private final Shelf shelf;
  private final ShopPage pages = new ShopPage();

  PersonHandler(String webNode, Shelf shelf) {
    this.webNode = webNode;
    this.shelf = shelf;
  }

  Answer page(HttpServletRequest request, Shopper shopper) {
    HttpSession session = request.getSession(false);
    try {
      List<Product> products = shelf.products();
      List<CartItem> items =
          shopper.isOpen() ? shopper.read("contents", Cart::contents) : List.of();
      return page(SC_OK, session, shopper, takeFlash(session), false, products, items);
    } catch (BusinessTierException e) {
      return failed(session, shopper, e, "");
    }
  }

  /** Makes no call of the business tier: the one that failed has waited long enough. */
  private Answer failed(
      HttpSession session, Shopper shopper, BusinessTierException failure, String more) {
    boolean gone = failure.cartGone();
    Flash flash = new Flash(Flash.Kind.ERROR, failure.getMessage() + (gone ? "" : more));
    int status = gone ? SC_OK : SC_SERVICE_UNAVAILABLE;
    List<CartItem> items = shopper.isOpen() && !gone ? null : List.of();
    return page(status, session, shopper, flash, gone, shelf.known(), items);
  }

  private Answer page(
      int status,
      HttpSession session,
      Shopper shopper,
      Flash flash,
      boolean gone,
      List<Product> products,
      List<CartItem> items) {
    return Answer.html(
        status,
        pages.render(
            new ShopPage.Content(
                webNode,
                shownId(session),
                shopper.cartId(),
                shopper.lastCalls(),
                flash,
                gone,
                products,
                items)));
  }

  Answer post(HttpServletRequest request, Shopper shopper) {
    Flash flash;
    try {
      shopper.open();
      flash = perform(request, shopper);
    } catch (BusinessTierException e) {
      return failed(request.getSession(), shopper, e, OPEN_WHETHER);
    } catch (CartException | NumberFormatException e) {
      flash = new Flash(Flash.Kind.ERROR, e.getMessage());
    }
    request.getSession().setAttribute(FLASH, flash);
    return Answer.redirect("/shop");
  }

  /** Ends the cart; one that cannot be reached is left to its time-out. */
  Answer leave(HttpServletRequest request, Shopper shopper) {
    try {
      if (shopper.isOpen()) {
        shopper.close();
      }
    } catch (BusinessTierException e) {
      if (!e.cartGone()) {
        request.getSession().setAttribute(FLASH, new Flash(Flash.Kind.ERROR, e.getMessage()));
      }
    }
    request.getSession().removeAttribute(ShopServlet.SHOPPER);
    return Answer.redirect("/shop");
  }

  private Flash perform(HttpServletRequest request, Shopper shopper)
      throws CartException, BusinessTierException {
    String product = String.valueOf(request.getParameter("product"));
    switch (request.getPathInfo()) {
      case "/insert" -> {
        int quantity = quantity(request);
        shopper.write("insert", (cart, sequence) -> cart.insert(sequence, product, quantity));
        return new Flash(
            Flash.Kind.DONE, "Put " + quantity + " × " + name(product) + " into the cart.");
      }
      case "/update" -> {
        int quantity = quantity(request);
        shopper.write("update", (cart, sequence) -> cart.update(sequence, product, quantity));
        return new Flash(Flash.Kind.DONE, "Set " + name(product) + " to " + quantity + ".");
      }
      case "/remove" -> {
        shopper.write("remove", (cart, sequence) -> cart.remove(sequence, product));
        return new Flash(Flash.Kind.DONE, "Took " + name(product) + " out of the cart.");
      }
      default -> {
        OrderReceipt receipt = shopper.checkOut();
        return new Flash(
            Flash.Kind.ORDER,
            "Thank you. Your order has the number "
                + receipt.orderNumber()
                + ", total "
                + ShopPage.money(receipt.totalCents())
                + ".");
      }
    }
  }

  private String name(String productId) throws BusinessTierException {
    return shelf.products().stream()
        .filter(product -> product.id().equals(productId))
        .map(Product::name)
        .findFirst()
        .orElse(productId);
  }

  /** The end of the session's id: the whole is as good as a password. */
  private static String shownId(HttpSession session) {
    if (session == null) {
      return "none yet";
    }
    String id = session.getId();
    return "…" + id.substring(Math.max(0, id.indexOf('.') - 6));
  }

  private static int quantity(HttpServletRequest request) {
    String text = request.getParameter("quantity");
    try {
      return Integer.parseInt(String.valueOf(text).strip());
    } catch (NumberFormatException e) {
      NumberFormatException clear =
          new NumberFormatException("The quantity '" + text + "' is not a whole number.");
      clear.initCause(e);
      throw clear;
    }
  }

  private static Flash takeFlash(HttpSession session) {
    if (session == null) {
      return null;
    }
    Flash flash = (Flash) session.getAttribute(FLASH);
    if (flash != null) {
      session.removeAttribute(FLASH);
    }
    return flash;
  }
}
