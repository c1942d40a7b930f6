package org.g2cl.sample.cart;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Everything that a cart remembers from one call to the next: about 1 KB with ten lines. */
final class CartState implements Serializable {

  private static final long serialVersionUID = 1;

  private final String id;
  private final CartJournal journal;
  private final ArrayList<CartItem> items;

  CartState() {
    id = UUID.randomUUID().toString();
    journal = new CartJournal();
    items = new ArrayList<>();
  }

  private CartState(CartState other) {
    id = other.id;
    journal = other.journal.copy();
    items = new ArrayList<>(other.items);
  }

  CartState copy() {
    return new CartState(this);
  }

  String id() {
    return id;
  }

  List<CartItem> items() {
    return List.copyOf(items);
  }

  int lines() {
    return items.size();
  }

  long totalCents() {
    return items.stream().mapToLong(CartItem::totalCents).sum();
  }

  CartAudit audit() {
    return journal.audit(id, items);
  }

  int insert(long sequence, Product product, int quantity) throws CartException {
    int line = lineOf(product.id());
    if (line < 0) {
      requireRoom();
      items.add(item(product, requireQuantity(quantity)));
    } else {
      requireQuantity(quantity);
      items.set(line, item(product, requireQuantity(items.get(line).quantity() + quantity)));
    }
    return written(sequence);
  }

  int update(long sequence, String productId, int quantity) throws CartException {
    int line = requireLine(productId);
    CartItem old = items.get(line);
    requireQuantity(quantity);
    items.set(line, new CartItem(old.productId(), old.name(), old.unitPriceCents(), quantity));
    return written(sequence);
  }

  int remove(long sequence, String productId) throws CartException {
    items.remove(requireLine(productId));
    return written(sequence);
  }

  void checkedOut(long sequence) {
    items.clear();
    written(sequence);
  }

  private int written(long sequence) {
    journal.applied(sequence);
    return items.size();
  }

  private int requireLine(String productId) throws UnknownProductException {
    int line = lineOf(productId);
    if (line < 0) {
      throw UnknownProductException.notInCart(productId);
    }
    return line;
  }

  private int lineOf(String productId) {
    for (int line = 0; line < items.size(); line++) {
      if (items.get(line).productId().equals(productId)) {
        return line;
      }
    }
    return -1;
  }

  private void requireRoom() throws CartFullException {
    if (items.size() >= Cart.MAX_LINES) {
      throw new CartFullException();
    }
  }

  private static int requireQuantity(int quantity) throws BadQuantityException {
    if (quantity < 1 || quantity > Cart.MAX_QUANTITY) {
      throw new BadQuantityException(quantity);
    }
    return quantity;
  }

  private static CartItem item(Product product, int quantity) {
    return new CartItem(product.id(), product.name(), product.unitPriceCents(), quantity);
  }
}
