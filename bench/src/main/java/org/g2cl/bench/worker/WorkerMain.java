package org.g2cl.bench.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Worker process: orders by standard input, answers by standard output, all else to the log. It
 * ends with its standard input.
 */
public final class WorkerMain {
  /** Starts each line that is an answer. */
  static final String ANSWER = "@";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LONGEST_END_SECONDS = 8;

  private WorkerMain() {}

  /** Runs the worker. */
  public static void main(String[] arguments) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // what libraries print is no answer
    var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Roles roles = new Roles()) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        answers.println(ANSWER + answer(roles, line));
        answers.flush();
      }
      haltIfSlow();
    }
    System.exit(0); // threads of engines may outlive their close
  }

  private static String answer(Roles roles, String line) throws JsonProcessingException {
    Map<String, Object> answer = new HashMap<>();
    try {
      Order order = JSON.readValue(line, Order.class);
      answer.put(
          "answer", roles.handle(order.role(), order.verb(), new Arguments(order.arguments())));
    } catch (BenchException e) {
      answer.put("error", e.getMessage());
    } catch (Exception | LinkageError e) { // told to the one who asked
      e.printStackTrace();
      answer.put("error", e.toString());
    }
    return JSON.writeValueAsString(answer);
  }

  private static void haltIfSlow() {
    Thread thread =
        new Thread(
            () -> {
              try {
                TimeUnit.SECONDS.sleep(LONGEST_END_SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(1);
            },
            "end");
    thread.setDaemon(true);
    thread.start();
  }
}
