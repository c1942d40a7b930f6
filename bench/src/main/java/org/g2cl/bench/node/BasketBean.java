package org.g2cl.bench.node;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;

/** The bean, with the container's defaults: transactions of its own for each call. */
@Stateful
public class BasketBean implements Basket, Serializable {
  private static final long serialVersionUID = 1L;
  private static final String TEXT =
      "a line of a basket, with a text of some eighty characters, as shops have it: no %06d";

  private final LinkedHashMap<Integer, Line> lines = new LinkedHashMap<>();
  private int changes;

  /** For the container. */
  public BasketBean() {}

  @Override
  public int fill(int count) {
    lines.clear();
    for (int i = 0; i < count; i++) {
      lines.put(i, new Line(TEXT.formatted(i), 0));
    }
    return lines.size();
  }

  @Override
  public int put(int line, int quantity) {
    lines.computeIfPresent(line, (number, old) -> new Line(old.text, old.quantity + quantity));
    return ++changes;
  }

  @Override
  public int take(byte[] payload) {
    return payload.length;
  }

  @Override
  public int stateBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(lines);
      out.writeInt(changes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.size();
  }

  @Override
  @Remove
  public void end() {
    // @Remove makes the container end the instance
  }

  /** One line of a basket. */
  private static final class Line implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final int quantity;

    private Line(String text, int quantity) {
      this.text = text;
      this.quantity = quantity;
    }
  }
}
