package org.g2cl.bench.layers;

import java.util.LinkedHashMap;
import java.util.Map;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Role;

/** Worker's part in {@code layers}: one end of each layer's connection. */
public final class LinkRole implements Role {
  private final Map<String, Link> links = new LinkedHashMap<>();

  /** For the worker. */
  public LinkRole() {}

  @Override
  public Object handle(String verb, Arguments arguments) throws Exception {
    return switch (verb) {
      case "join" -> join(arguments);
      case "members" -> link(arguments).members();
      case "measure" -> measure(arguments);
      case "leave" -> {
        close();
        yield null;
      }
      default -> throw new BenchException("a link does not know how to " + verb);
    };
  }

  private Object join(Arguments arguments) throws Exception {
    Map<String, String> settings = new LinkedHashMap<>(arguments.values());
    String kind = settings.remove("kind");
    links.put(kind, Link.open(kind, settings.remove("engine"), settings.remove("group"), settings));
    return null;
  }

  private Pairs measure(Arguments arguments) throws Exception {
    Link link = link(arguments);
    byte[] payload = new byte[arguments.number("size")];
    return Pairs.time(arguments.number("pairs"), () -> link.roundTrip(payload));
  }

  private Link link(Arguments arguments) {
    Link link = links.get(arguments.text("kind"));
    if (link == null) {
      throw new BenchException("not connected: " + arguments.text("kind"));
    }
    return link;
  }

  @Override
  public void close() {
    links.values().forEach(Link::close);
    links.clear();
  }
}
