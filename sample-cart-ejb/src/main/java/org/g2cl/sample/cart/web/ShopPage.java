package org.g2cl.sample.cart.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartItem;
import org.g2cl.sample.cart.Product;

/** Renders the shop's one page: products, cart, and who served it. */
final class ShopPage {

  /**
   * Everything that the page shows; {@code cartId} and {@code flash} may be null, and {@code items}
   * are when what is in the cart could not be read.
   */
  record Content(
      String webNode,
      String sessionId,
      String cartId,
      List<LastCall> lastCalls,
      Flash flash,
      boolean cartGone,
      List<Product> products,
      List<CartItem> items) {}

  private final String style = resource("shop.css");

  String render(Content content) {
    Html html = new Html();
    html.raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("<title>Cart sample shop</title><style>")
        .raw(style)
        .raw("</style></head><body>");
    header(html, content);
    html.raw("<main>");
    if (content.flash() != null) {
      flash(html, content.flash(), content.cartGone());
    }
    html.raw("<section class=\"shelf\"><h2>Products</h2><ul class=\"products\">");
    content.products().forEach(product -> product(html, product));
    html.raw("</ul></section>");
    cart(html, content);
    html.raw("</main></body></html>");
    return html.toString();
  }

  private static void header(Html html, Content content) {
    html.raw("<header><h1><a href=\"/shop\">Cart sample shop</a></h1><dl>");
    fact(html, "Web node", content.webNode());
    fact(html, "Session", content.sessionId());
    fact(html, "Cart", content.cartId() == null ? "none yet" : content.cartId());
    fact(html, "Last business calls", calls(content.lastCalls()));
    html.raw("</dl></header>");
  }

  private static String calls(List<LastCall> calls) {
    return calls.isEmpty()
        ? "none yet"
        : calls.stream()
            .map(call -> call.kind() + " " + call.millis() + " ms")
            .collect(Collectors.joining(", "));
  }

  private static void fact(Html html, String name, String value) {
    html.raw("<div><dt>").text(name).raw("</dt><dd title=\"").text(value).raw("\">");
    html.text(value).raw("</dd></div>");
  }

  private static void flash(Html html, Flash flash, boolean cartGone) {
    html.raw("<div role=\"status\" class=\"flash ")
        .raw(flash.kind().name().toLowerCase(Locale.ROOT))
        .raw("\"><p>")
        .text(flash.message())
        .raw("</p>");
    if (cartGone) {
      leave(html, "Begin a new cart");
    }
    html.raw("</div>");
  }

  private static void leave(Html html, String button) {
    html.raw("<form method=\"post\" action=\"/shop/leave\"><button class=\"quiet\">")
        .text(button)
        .raw("</button></form>");
  }

  private static void product(Html html, Product product) {
    html.raw("<li><span class=\"name\">")
        .text(product.name())
        .raw("</span><span class=\"id\">")
        .text(product.id())
        .raw("</span><span class=\"price\">")
        .text(money(product.unitPriceCents()))
        .raw("</span>");
    form(html, "insert", product.id(), 1, "Add", product.name());
    html.raw("</li>");
  }

  private static void cart(Html html, Content content) {
    html.raw("<section class=\"cart\"><h2>Your cart</h2>");
    if (content.items() == null) {
      html.raw("<p class=\"empty\">What is in it could not be read. ")
          .raw("<a href=\"/shop\">Look again</a></p>");
    } else if (content.items().isEmpty()) {
      html.raw("<p class=\"empty\">Nothing in it yet. Add a product.</p>");
    } else {
      lines(html, content.items());
    }
    if (content.cartId() != null) {
      leave(html, "Leave the shop");
    }
    html.raw("</section>");
  }

  private static void lines(Html html, List<CartItem> items) {
    html.raw("<ul class=\"lines\">");
    items.forEach(item -> line(html, item));
    long total = items.stream().mapToLong(CartItem::totalCents).sum();
    html.raw("</ul><p class=\"total\"><span>Total</span><strong>")
        .text(money(total))
        .raw("</strong></p><form method=\"post\" action=\"/shop/checkout\">")
        .raw("<button class=\"primary\">Check out</button></form>");
  }

  private static void line(Html html, CartItem item) {
    html.raw("<li><span class=\"name\">")
        .text(item.name())
        .raw("</span><span class=\"price\">")
        .text(item.quantity() + " × " + money(item.unitPriceCents()))
        .raw(" = <b>")
        .text(money(item.totalCents()))
        .raw("</b></span><span class=\"actions\">");
    form(html, "update", item.productId(), item.quantity(), "Update", item.name());
    html.raw("<form method=\"post\" action=\"/shop/remove\">");
    hidden(html, item.productId());
    html.raw("<button class=\"quiet\" aria-label=\"Remove ")
        .text(item.name())
        .raw("\">Remove</button></form></span></li>");
  }

  private static void form(
      Html html, String action, String productId, int quantity, String button, String name) {
    html.raw("<form method=\"post\" action=\"/shop/").raw(action).raw("\">");
    hidden(html, productId);
    html.raw("<input type=\"number\" name=\"quantity\" required min=\"1\" max=\"")
        .raw(Integer.toString(Cart.MAX_QUANTITY))
        .raw("\" value=\"")
        .raw(Integer.toString(quantity))
        .raw("\" aria-label=\"Quantity of ")
        .text(name)
        .raw("\"><button>")
        .raw(button)
        .raw("</button></form>");
  }

  private static void hidden(Html html, String productId) {
    html.raw("<input type=\"hidden\" name=\"product\" value=\"").text(productId).raw("\">");
  }

  /** An amount as a person reads it, such as {@code 12.90 €}. */
  static String money(long cents) {
    return String.format(Locale.ROOT, "%,d.%02d €", cents / 100, cents % 100);
  }

  private static String resource(String name) {
    try (InputStream in = ShopPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "The resource " + name + " is missing beside " + ShopPage.class.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
