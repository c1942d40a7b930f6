package org.g2cl.sample.cart.web;

import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartAudit;

/** Holds the session's ledger against what its cart has seen. */
final class AuditHandler {

  private final String webNode;

  AuditHandler(String webNode) {
    this.webNode = webNode;
  }

  Answer audit(Shopper shopper) {
    try {
      CartAudit audit = shopper.read("audit", Cart::audit);
      return Answer.json(json(shopper.ledger(), audit));
    } catch (BusinessTierException e) {
      return Answer.text(503, e.getMessage());
    }
  }

  private String json(Ledger ledger, CartAudit audit) {
    return Json.object(
        json -> {
          json.field("cartId", audit.cartId()).field("web", webNode);
          ledgerFields(json, ledger);
          json.field("lostUpdates", ledger.lost(audit)).field("duplicateUpdates", audit.repeats());
          json.field("cart", cart -> cartFields(cart, audit));
        });
  }

  private static void ledgerFields(Json json, Ledger ledger) {
    json.field("steps", ledger.steps())
        .field("acknowledgedWrites", ledger.acknowledged())
        .field("lastAcknowledgedSequence", ledger.lastAcknowledged())
        .field("acknowledgedCheckouts", ledger.checkoutCount())
        .field(
            "checkouts",
            ledger.checkouts(),
            (one, checkout) ->
                one.field("sequence", checkout.sequence()).field("order", checkout.orderNumber()))
        .field("failedSteps", ledger.failedSteps())
        .numbers("failedSequences", ledger.failed())
        .field("lastFailure", ledger.lastFailure());
  }

  private static void cartFields(Json json, CartAudit audit) {
    json.field("lastSequence", audit.lastSequence())
        .field("writesApplied", audit.writesApplied())
        .field("repeats", audit.repeats())
        .field("gaps", audit.gaps())
        .field(
            "skipped",
            audit.skipped(),
            (one, range) -> one.field("from", range.from()).field("to", range.to()))
        .numbers("repeated", audit.repeated())
        .field(
            "items",
            audit.items(),
            (one, item) ->
                one.field("productId", item.productId())
                    .field("name", item.name())
                    .field("unitPriceCents", item.unitPriceCents())
                    .field("quantity", item.quantity()));
  }
}
