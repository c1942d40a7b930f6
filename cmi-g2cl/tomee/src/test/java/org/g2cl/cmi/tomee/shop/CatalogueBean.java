package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

@Stateful(name = "Catalogue")
public class CatalogueBean implements Catalogue, Serializable {
  private static final long serialVersionUID = 1L;

  private final List<Line> lines = new ArrayList<>();
  private final Map<Integer, Line> byNumber = new HashMap<>();
  private boolean mapped;

  @SuppressWarnings("unused") // fields of the state that is measured
  private static final class Line implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int number;
    private String name;
    private final BigDecimal price;
    private final long stock;

    Line(int number, String name, Random random) {
      this.number = number;
      this.name = name;
      this.price = BigDecimal.valueOf(random.nextInt(1_000_000), 2);
      this.stock = random.nextLong();
    }
  }

  @Override
  public int fill(int count, boolean alsoByNumber) {
    mapped = alsoByNumber;
    var random = new Random(7);
    for (int number = 0; number < count; number++) {
      keep(number, new Line(number, text(random, 80), random));
    }
    return lines.size();
  }

  /** Text of which no part comes twice. */
  private static String text(Random random, int characters) {
    return random
        .ints(characters, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private void keep(int at, Line line) {
    lines.add(at, line);
    if (mapped) {
      byNumber.put(line.number, line);
    }
  }

  @Override
  public String rename(int line, String name) {
    String before = lines.get(line).name;
    lines.get(line).name = name;
    return before;
  }

  @Override
  public int insert(int before, String name) {
    keep(before, new Line(lines.size(), name, new Random(lines.size())));
    return lines.size();
  }

  @Override
  public String name(int line) {
    return lines.get(line).name;
  }

  @Override
  public long process() {
    return ProcessHandle.current().pid();
  }
}
