package org.g2cl.cmi.tomee.graph;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.g2cl.cmi.tomee.graph.Things.Color;
import org.g2cl.cmi.tomee.graph.Things.Hiding;
import org.g2cl.cmi.tomee.graph.Things.Item;
import org.g2cl.cmi.tomee.graph.Things.Line;
import org.g2cl.cmi.tomee.graph.Things.Node;
import org.g2cl.cmi.tomee.graph.Things.Price;

/** Graphs with shared objects and cycles, the same for a seed. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete", "NonApiType"}) // applications have them
final class RandomGraph {
  private final Random random;
  private final List<Object> made = new ArrayList<>();

  RandomGraph(long seed) {
    random = new Random(seed);
  }

  /** Root of a graph of about so many objects. */
  Object make(int size) {
    var root = new ArrayList<Object>();
    made.add(root);
    for (int i = 0; i < size; i++) {
      Object object = random.nextInt(3) == 0 ? holder() : leaf();
      made.add(object);
      root.add(random.nextInt(4) == 0 ? any() : object);
    }
    return root;
  }

  private Object any() {
    return made.get(random.nextInt(made.size()));
  }

  /** One of the objects that others may be put into later, so that cycles come about. */
  private Object holder() {
    return switch (random.nextInt(8)) {
      case 0 -> new Node(any(), any());
      case 1 -> new ArrayList<>(List.of(any(), any()));
      case 2 -> new LinkedList<>(List.of(any()));
      case 3 -> new ArrayDeque<>(List.of(any(), 1));
      case 4 -> map(new HashMap<>());
      case 5 -> map(new LinkedHashMap<>());
      case 6 -> map(new TreeMap<>());
      default -> new Object[] {any(), null, any()};
    };
  }

  private Map<Object, Object> map(Map<Object, Object> map) {
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put("key " + random.nextInt(10), any());
    }
    for (Object object : made) {
      if (object instanceof Node node && random.nextInt(5) == 0) {
        node.right = map;
      }
    }
    return map;
  }

  private Object leaf() {
    int n = random.nextInt();
    return switch (random.nextInt(18)) {
      case 0 -> n;
      case 1 -> (long) n;
      case 2 -> n / 3d;
      case 3 -> n % 2 == 0;
      case 4 -> "text " + n;
      case 5 -> new String(new char[] {'\u00fc', (char) n});
      case 6 -> n % 2 == 0 ? Color.RED : Color.GREEN;
      case 7 -> new Line("line", n, random.nextInt(9), random.nextBoolean() ? null : Color.RED);
      case 8 -> BigDecimal.valueOf(n, 3);
      case 9 -> new Date(n);
      case 10 -> LocalDate.ofEpochDay(n % 100_000);
      case 11 -> Instant.ofEpochSecond(n);
      case 12 -> new int[] {n, 2};
      case 13 -> new Item("item " + n, n % 2 == 0 ? null : "\u20ac " + n, n);
      case 14 -> new Item("shared", "not " + n, n);
      case 15 -> new Price("currency " + n, n, n % 2 == 0 ? null : n);
      case 16 -> new Price("EUR", n, 0);
      default -> n % 2 == 0 ? new UUID(n, n) : new Hiding();
    };
  }
}
