package org.g2cl.bench.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.naming.NamingException;
import org.g2cl.bench.layers.Pairs;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Role;

/** Worker's part as a client, or several by name. */
public final class ClientRole implements Role {
  private final Map<String, Client> clients = new LinkedHashMap<>();

  /** For the worker. */
  public ClientRole() {}

  @Override
  public Object handle(String verb, Arguments arguments) throws Exception {
    return switch (verb) {
      case "connect" -> connect(arguments);
      case "open" ->
          client(arguments).open(arguments.number("sessions"), arguments.number("lines"));
      case "calls" -> calls(arguments);
      case "takes" -> takes(arguments);
      case "load" -> Load.run(client(arguments), arguments);
      case "histogram" -> Load.encode(Load.measure(client(arguments), arguments));
      case "create" -> create(arguments);
      case "recycle" -> Recycling.run(client(arguments), arguments);
      case "drop" -> drop(arguments);
      default -> throw new BenchException("a client does not know how to " + verb);
    };
  }

  private Object connect(Arguments arguments) throws NamingException {
    clients.put(
        arguments.text("client"),
        Client.of(
            arguments.text("servers"),
            Boolean.parseBoolean(arguments.text("stock")),
            arguments.text("policy")));
    return null;
  }

  /** One caller changes one line of one session, again and again. */
  private Pairs calls(Arguments arguments) throws Exception {
    Basket basket = client(arguments).sessions().get(0);
    int lines = arguments.number("lines");
    return Pairs.time(arguments.number("pairs"), () -> Client.change(basket, lines));
  }

  /** One caller hands over a payload, again and again. */
  private Pairs takes(Arguments arguments) throws Exception {
    Basket basket = client(arguments).sessions().get(0);
    byte[] payload = new byte[arguments.number("size")];
    return Pairs.time(arguments.number("pairs"), () -> basket.take(payload));
  }

  /** Seconds to create sessions one after another and to call each once more. */
  private List<Double> create(Arguments arguments) throws NamingException {
    Client client = client(arguments);
    int lines = arguments.number("lines");
    long start = System.nanoTime();
    client.open(arguments.number("sessions"), lines);
    long created = System.nanoTime();
    client.sessions().forEach(basket -> Client.change(basket, lines));
    return List.of((created - start) / 1e9, (System.nanoTime() - created) / 1e9);
  }

  private Object drop(Arguments arguments) {
    client(arguments).drop();
    return null;
  }

  private Client client(Arguments arguments) {
    Client client = clients.get(arguments.text("client"));
    if (client == null) {
      throw new BenchException("not connected: " + arguments.text("client"));
    }
    return client;
  }

  @Override
  public void close() {
    clients.clear();
  }
}
