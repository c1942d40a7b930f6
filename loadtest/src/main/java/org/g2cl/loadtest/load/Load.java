package org.g2cl.loadtest.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Clients that load the shop, each an {@code ab} process of its own: ab has one cookie for all its
 * connections, so one process with many connections would drive one cart.
 */
public final class Load {
  /** Longer than any round that is ended from here, as that of a rolling restart of many nodes. */
  private static final Duration LONG = Duration.ofHours(12);

  private final Path ab;
  private final Path reports;
  private final List<Shopper> shoppers;
  private final BiConsumer<Process, String> adopt;

  private Load(Path ab, Path reports, List<Shopper> shoppers, BiConsumer<Process, String> adopt) {
    this.ab = ab;
    this.reports = reports;
    this.shoppers = shoppers;
    this.adopt = adopt;
  }

  /**
   * Opens the sessions of all clients.
   *
   * @param ab the program
   * @param reports directory for its reports
   * @param shop address of the shop
   * @param clients how many
   * @param adopt told each process that is started, and its name
   */
  public static Load open(
      Path ab, Path reports, String shop, int clients, BiConsumer<Process, String> adopt) {
    HttpClient http = http();
    List<Shopper> shoppers =
        IntStream.rangeClosed(1, clients).mapToObj(i -> Shopper.open(http, shop, i)).toList();
    try {
      Files.createDirectories(reports);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Load(ab, reports, shoppers, adopt);
  }

  static HttpClient http() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(10))
        .build();
  }

  /** The clients. */
  public List<Shopper> shoppers() {
    return shoppers;
  }

  /** Starts a round of so many requests by each client. */
  public Round start(String phase, long requestsEach) {
    return start(phase, shoppers, shopper -> shopper.command(ab.toString(), phase, requestsEach));
  }

  /**
   * Starts a round of requests by the first clients that goes on until it is ended from here, see
   * {@link Round#endAfter} and {@link Round#stop}.
   *
   * @param clients how many clients take part
   */
  public Round begin(String phase, int clients) {
    return start(phase, clients, LONG);
  }

  /**
   * Starts a round of requests by the first clients that ends by itself after a time; the answer
   * that a client waits for then is not counted.
   *
   * @param clients how many clients take part
   * @param length counted from the start of each client, in whole seconds
   */
  public Round start(String phase, int clients, Duration length) {
    return start(
        phase,
        shoppers.subList(0, clients),
        shopper -> shopper.command(ab.toString(), phase, length));
  }

  private Round start(String phase, List<Shopper> chosen, Function<Shopper, List<String>> command) {
    List<Process> processes = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (Shopper shopper : chosen) {
      Path report = reports.resolve(phase + "-" + shopper.number() + ".txt");
      files.add(report);
      processes.add(start(shopper, command.apply(shopper), report));
    }
    return new Round(processes, files);
  }

  private Process start(Shopper shopper, List<String> command, Path report) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(report.toFile())
              .start();
      adopt.accept(process, "ab " + shopper.number());
      return process;
    } catch (IOException e) {
      throw new LoadException("ab cannot be started: " + e.getMessage(), e);
    }
  }
}
