package org.g2cl.sample.jonas.bed;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process of the bed that obeys lines and answers by lines; its output is kept in a log. */
public final class Node implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final String name;
  private final Process process;
  private final Path log;
  private final Writer commands;
  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private Node(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.commands =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "output of " + name);
    reader.setDaemon(true);
    reader.start();
  }

  static Node start(String name, List<String> command, Path log) throws IOException {
    return new Node(name, new ProcessBuilder(command).redirectErrorStream(true).start(), log);
  }

  private void read() {
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter out = Files.newBufferedWriter(log, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.write(System.currentTimeMillis() % 1_000_000 + " " + line);
        out.newLine();
        out.flush();
        if (line.matches("(READY|OK|FAILED|ARMED|VIEW|STOPPED|CRASH|RESULT).*")) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      lines.add("CLOSED " + e);
    }
    lines.add("ENDED");
  }

  /** Name given at start. */
  public String name() {
    return name;
  }

  /** What the process has written so far. */
  public String output() {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for a line that starts with a word; others are passed over.
   *
   * @throws IllegalStateException when it does not come in time, or the process ends
   */
  public String await(String word, long seconds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    try {
      while (true) {
        String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null || (line.equals("ENDED") && !word.equals("ENDED"))) {
          throw new IllegalStateException(
              name
                  + (line == null ? " did not say " : " ended and did not say ")
                  + word
                  + ", see "
                  + log
                  + "\n"
                  + tail());
        }
        if (line.startsWith(word)) {
          return line;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private String tail() {
    String text = output();
    return text.substring(Math.max(0, text.length() - 3_000));
  }

  /** Sends a line. */
  public void tell(String line) {
    try {
      commands.write(line + "\n");
      commands.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a line to a client and returns its answer, {@code OK ...} or {@code FAILED ...}. */
  public String ask(String line) {
    tell(line);
    return answer(line);
  }

  /** Answer to a line that was sent to a client. */
  String answer(String line) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try {
      while (true) {
        String answer = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (answer == null || answer.equals("ENDED")) {
          throw new IllegalStateException(name + " did not answer '" + line + "'\n" + tail());
        }
        if (answer.startsWith("OK") || answer.startsWith("FAILED")) {
          return answer;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Arms a crash point of a server. */
  public void crashAt(String point) {
    tell("crash " + point);
    await("ARMED", PATIENCE_SECONDS);
  }

  /** Ports of the servers that a server knows to have the cart. */
  public String view() {
    tell("view");
    return await("VIEW", PATIENCE_SECONDS).substring("VIEW".length()).trim();
  }

  /**
   * Figures of a server with our drop-in.
   *
   * @return members, own sessions, copies held, copies missing, sessions taken over
   */
  public int[] figures() {
    tell("figures");
    String line = await("RESULT", PATIENCE_SECONDS).substring("RESULT".length()).trim();
    return java.util.Arrays.stream(line.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
  }

  /** Stops the process for a while, as a long pause of its machine does, or lets it go on. */
  public void pause(boolean stand) {
    signal(stand ? "-STOP" : "-CONT");
  }

  /**
   * Stops the process again when something has let it go on: the kernel does so with all stopped
   * processes of a job in the background when the shell that started the job ends.
   */
  void keepPaused() {
    if (!isPaused()) {
      pause(true);
    }
  }

  /** Whether the process stands still. */
  boolean isPaused() {
    try {
      return stat()[0].equals("T");
    } catch (IOException e) {
      return process.isAlive(); // no Linux: the signal is believed
    }
  }

  /** Has the process write into its log what its threads do. */
  void dumpThreads() {
    if (isAlive() && !isPaused()) {
      signal("-QUIT");
    }
  }

  private void signal(String name) {
    try {
      long pid = pid();
      Process signal = new ProcessBuilder("kill", name, Long.toString(pid)).start();
      if (signal.waitFor() != 0) {
        throw new IllegalStateException("process " + pid + " cannot be signalled");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Processor time that the process has used so far, user and system; -1 where it is unknown. */
  long processorNanos() {
    try {
      String[] fields = stat();
      long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      return TimeUnit.MILLISECONDS.toNanos(10 * ticks);
    } catch (IOException | IllegalStateException e) {
      return -1;
    }
  }

  /**
   * What Linux's {@code /proc} says of the process: the fields after the command's name in
   * brackets, its state first, times in hundredths of a second.
   */
  private String[] stat() throws IOException {
    String line =
        new String(
            Files.readAllBytes(Paths.get("/proc", Long.toString(pid()), "stat")),
            StandardCharsets.UTF_8);
    return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
  }

  /** By reflection: the method came with Java 9, the field was there before. */
  private long pid() {
    try {
      return (long) Process.class.getMethod("pid").invoke(process);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the number of a process needs Java 9 in the test", e);
    }
  }

  /** Ends it like kill -9. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Stops a server in order. */
  public void stop() {
    tell("stop");
    awaitEnd();
  }

  /** Waits for its end. */
  public void awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
