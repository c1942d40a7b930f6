package org.g2cl.sample.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class CartStateTest {

  private static final List<Product> PRODUCTS = SampleProducts.all();

  private final CartState cart = new CartState();

  @Test
  void shouldAddToTheLineWhenTheSameProductIsInsertedAgain() throws CartException {
    cart.insert(1, PRODUCTS.get(0), 2);
    int lines = cart.insert(2, PRODUCTS.get(0), 3);

    assertThat(lines).isEqualTo(1);
    assertThat(cart.items().get(0).quantity()).isEqualTo(5);
    assertThat(cart.totalCents()).isEqualTo(5 * PRODUCTS.get(0).unitPriceCents());
  }

  @Test
  void shouldReplaceTheQuantityWhenUpdated() throws CartException {
    cart.insert(1, PRODUCTS.get(0), 2);
    cart.insert(2, PRODUCTS.get(1), 1);
    cart.update(3, PRODUCTS.get(0).id(), 9);

    assertThat(cart.items()).extracting(CartItem::quantity).containsExactly(9, 1);
  }

  @Test
  void shouldRefuseAQuantityOutOfBoundsAndStayAsItWas() throws CartException {
    cart.insert(1, PRODUCTS.get(0), 998);

    assertThatThrownBy(() -> cart.insert(2, PRODUCTS.get(0), 2))
        .isInstanceOf(BadQuantityException.class)
        .hasMessage("A quantity of 1000 is not possible. Choose 1 to 999 pieces of a product.");
    assertThatThrownBy(() -> cart.insert(2, PRODUCTS.get(0), -5))
        .isInstanceOf(BadQuantityException.class);
    assertThatThrownBy(() -> cart.insert(2, PRODUCTS.get(1), 0))
        .isInstanceOf(BadQuantityException.class);
    assertThatThrownBy(() -> cart.update(2, PRODUCTS.get(0).id(), 1000))
        .isInstanceOf(BadQuantityException.class);

    assertThat(cart.items()).extracting(CartItem::quantity).containsExactly(998);
    assertThat(cart.audit().writesApplied()).isEqualTo(1);
  }

  @Test
  void shouldRefuseToChangeAProductThatIsNotInTheCart() {
    assertThatThrownBy(() -> cart.update(1, "P-001", 1))
        .isInstanceOf(UnknownProductException.class)
        .hasMessageContaining("'P-001'")
        .hasMessageContaining("Insert it first");
    assertThatThrownBy(() -> cart.remove(1, "P-001")).isInstanceOf(UnknownProductException.class);
    assertThat(cart.audit().lastSequence()).isZero();
  }

  @Test
  void shouldRefuseMoreLinesThanACartHolds() throws CartException {
    long sequence = 0;
    for (Product product : PRODUCTS) {
      cart.insert(++sequence, product, 1);
    }

    assertThatThrownBy(() -> cart.insert(101, new Product("P-101", "one more", 1), 1))
        .isInstanceOf(CartFullException.class);
  }

  @Test
  void shouldTakeAboutOneKilobyteWithTenLines() throws Exception {
    for (int i = 0; i < 10; i++) {
      cart.insert(i + 1L, PRODUCTS.get(i), i + 1);
    }

    byte[] bytes = write(cart);

    assertThat(bytes.length).isBetween(800, 1500);
    assertThat(read(bytes).audit()).isEqualTo(cart.audit());
  }

  private static byte[] write(CartState cart) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(cart);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("BanSerializableRead") // reads what this test wrote
  private static CartState read(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (CartState) in.readObject();
    }
  }
}
