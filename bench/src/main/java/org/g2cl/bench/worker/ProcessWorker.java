package org.g2cl.bench.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Worker that is a JVM of its own; it ends when this JVM does. */
final class ProcessWorker implements Worker {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long GRACE_SECONDS = 10;
  private static final int LAST_LINES = 5;

  private final String name;
  private final Path log;
  private final Process process;
  private final Writer orders;
  private final Queue<CompletableFuture<JsonNode>> asked = new ArrayDeque<>();
  private boolean ended;

  private ProcessWorker(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  static ProcessWorker start(String name, List<String> command, String classPath, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", classPath);
    builder.redirectError(ProcessBuilder.Redirect.to(log.toFile()));
    try {
      ProcessWorker worker = new ProcessWorker(name, log, builder.start());
      Thread reader = new Thread(worker::read, name + "-answers");
      reader.setDaemon(true);
      reader.start();
      return worker;
    } catch (IOException e) {
      throw new BenchException(name + " cannot be started by " + command.get(0) + ": " + e, e);
    }
  }

  @Override
  public CompletableFuture<JsonNode> ask(
      Class<? extends Role> role, String verb, Arguments arguments) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    Order order = new Order(role.getName(), verb, arguments.values());
    synchronized (asked) {
      if (ended) {
        answer.completeExceptionally(gone());
        return answer;
      }
      asked.add(answer);
      try {
        orders.write(JSON.writeValueAsString(order) + "\n");
        orders.flush();
      } catch (IOException e) {
        answer.completeExceptionally(new BenchException(gone().getMessage(), e));
      }
    }
    return answer;
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith(WorkerMain.ANSWER)) {
          answer(line.substring(WorkerMain.ANSWER.length()));
        }
      }
    } catch (IOException e) {
      // the process is gone, as below
    }
    synchronized (asked) {
      ended = true;
      asked.forEach(answer -> answer.completeExceptionally(gone()));
      asked.clear();
    }
  }

  private void answer(String text) throws JsonProcessingException {
    CompletableFuture<JsonNode> answer;
    synchronized (asked) {
      answer = asked.remove();
    }
    JsonNode node = JSON.readTree(text);
    if (node.has("error")) {
      answer.completeExceptionally(
          new BenchException(
              "%s failed: %s; its log is %s".formatted(name, node.get("error").asText(), log)));
    } else {
      answer.complete(node.get("answer"));
    }
  }

  private BenchException gone() {
    return new BenchException("%s has ended; its log is %s%s".formatted(name, log, lastWords()));
  }

  /** Lines that the log ends with: mostly the reason. */
  private String lastWords() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.isEmpty()
          ? " and is empty"
          : lines.stream()
              .skip(Math.max(0, lines.size() - LAST_LINES))
              .collect(Collectors.joining("\n  ", ", which ends so:\n  ", ""));
    } catch (IOException e) {
      return " and cannot be read: " + e;
    }
  }

  /** Closing its standard input ends it. */
  @Override
  public void close() {
    try {
      orders.close();
    } catch (IOException e) {
      process.destroy();
    }
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
