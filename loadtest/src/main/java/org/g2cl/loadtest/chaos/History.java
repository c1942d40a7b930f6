package org.g2cl.loadtest.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * File with every call of the clients, two lines for each: one when it is sent, one when its
 * outcome is known. Fields are parted by tabs: time in microseconds, client, cart, {@code invoke}
 * or the outcome, act, sequence number, server that was left, result.
 */
final class History implements AutoCloseable {
  private static final int FIELDS = 8;

  private final Path file;
  private final Writer writer;
  private final Clock clock;
  private IOException failure;

  History(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
    try {
      this.writer = Files.newBufferedWriter(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes that a call is sent; returns the time. */
  long invoke(int client, int cart, Act act, long sequence) {
    long now = clock.micros();
    line(now, client, cart, "invoke", act, sequence, "", "");
    return now;
  }

  /** Writes the outcome; returns the call. */
  Operation complete(
      int client,
      int cart,
      Act act,
      long sequence,
      long begin,
      Outcome outcome,
      String failedFrom,
      String result) {
    long now = clock.micros();
    String plain = result.replaceAll("[\\t\\r\\n]+", " ");
    line(
        now,
        client,
        cart,
        outcome.name().toLowerCase(Locale.ROOT),
        act,
        sequence,
        failedFrom,
        plain);
    return new Operation(client, cart, act, sequence, outcome, begin, now, failedFrom, plain);
  }

  private synchronized void line(
      long time,
      int client,
      int cart,
      String what,
      Act act,
      long sequence,
      String failedFrom,
      String result) {
    if (failure != null) {
      return;
    }
    try {
      writer.write(
          time
              + "\t"
              + client
              + "\t"
              + cart
              + "\t"
              + what
              + "\t"
              + act
              + "\t"
              + sequence
              + "\t"
              + failedFrom
              + "\t"
              + result
              + "\n");
    } catch (IOException e) { // of a disk that is full, which ends the run and not this client
      failure = e;
    }
  }

  /**
   * Refuses to go on when a line could not be written: nobody could say what was kept.
   *
   * @throws UncheckedIOException with the file and why
   */
  synchronized void requireWritten() {
    if (failure != null) {
      throw new UncheckedIOException(new IOException(file + ": " + failure.getMessage(), failure));
    }
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    requireWritten();
  }

  /** Reads the calls in the order of their ends; those without an end come last, as unknown. */
  static void read(Path file, Consumer<Operation> reader) {
    Map<Integer, Operation> open = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Operation operation = parse(line.split("\t", FIELDS), open);
        if (operation != null) {
          reader.accept(operation);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    open.values().forEach(reader);
  }

  private static Operation parse(String[] fields, Map<Integer, Operation> open) {
    long time = Long.parseLong(fields[0]);
    int client = Integer.parseInt(fields[1]);
    int cart = Integer.parseInt(fields[2]);
    Act act = Act.valueOf(fields[4]);
    long sequence = Long.parseLong(fields[5]);
    if (fields[3].equals("invoke")) {
      open.put(
          client,
          new Operation(
              client, cart, act, sequence, Outcome.UNKNOWN, time, Long.MAX_VALUE, "", ""));
      return null;
    }
    long begin = open.remove(client).begin();
    Outcome outcome = Outcome.valueOf(fields[3].toUpperCase(Locale.ROOT));
    return new Operation(client, cart, act, sequence, outcome, begin, time, fields[6], fields[7]);
  }
}
