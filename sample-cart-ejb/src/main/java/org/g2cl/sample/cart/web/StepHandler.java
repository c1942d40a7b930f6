package org.g2cl.sample.cart.web;

import java.util.List;
import org.g2cl.sample.cart.CartException;
import org.g2cl.sample.cart.OrderReceipt;
import org.g2cl.sample.cart.Product;

/**
 * The scripted shopper: each request makes the session's next step, which is one call of the cart.
 */
final class StepHandler {

  private final ShopperScript script;
  private final Shelf shelf;

  StepHandler(ShopperScript script, Shelf shelf) {
    this.script = script;
    this.shelf = shelf;
  }

  Answer step(Shopper shopper) {
    Step step = script.at(shopper.nextScriptPosition());
    try {
      Answer answer = perform(step, shopper);
      shopper.ledger().stepAnswered();
      return answer;
    } catch (CartException e) {
      return Answer.text(500, "Step " + step.kind().word() + " was refused: " + e.getMessage());
    } catch (BusinessTierException e) {
      return Answer.text(503, e.getMessage());
    }
  }

  private Answer perform(Step step, Shopper shopper) throws CartException, BusinessTierException {
    int quantity = step.quantity();
    return switch (step.kind()) {
      case OPEN -> {
        shopper.open();
        yield done(shopper, step, 0, "");
      }
      case READ -> done(shopper, step, shopper.read("read", cart -> cart.contents().size()), "");
      case INSERT -> {
        String id = productId(step);
        yield written(shopper, step, (cart, sequence) -> cart.insert(sequence, id, quantity));
      }
      case UPDATE -> {
        String id = productId(step);
        yield written(shopper, step, (cart, sequence) -> cart.update(sequence, id, quantity));
      }
      case REMOVE -> {
        String id = productId(step);
        yield written(shopper, step, (cart, sequence) -> cart.remove(sequence, id));
      }
      case CHECKOUT -> {
        OrderReceipt receipt = shopper.checkOut();
        yield done(shopper, step, 0, " order=" + receipt.orderNumber());
      }
    };
  }

  private static Answer written(Shopper shopper, Step step, Shopper.Write<Integer> write)
      throws CartException, BusinessTierException {
    int items = shopper.write(step.kind().word(), write);
    return done(shopper, step, items, "");
  }

  private static Answer done(Shopper shopper, Step step, int items, String more) {
    return Answer.text(
        200,
        "cart="
            + shopper.cartId()
            + " sequence="
            + shopper.ledger().lastAcknowledged()
            + " step="
            + step.kind().word()
            + " items="
            + items
            + more);
  }

  private String productId(Step step) throws BusinessTierException {
    List<Product> products = shelf.products();
    return products.get(step.article() % products.size()).id();
  }
}
