package org.g2cl.bench.worker;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Source of workers that are JVMs of their own, all with the same options.
 *
 * @param logs folder of their logs, made when missing
 * @param heapMegabytes heap of each, allocated at once so that no round pays for its growth
 * @param options further options of each JVM
 * @param prefix command before the JVM's, for instance to enter a network namespace; {@code %p}
 *     becomes the number of a processor, those of the machine in turn
 * @param jars folder whose jars stand first on the class path and replace those of the same
 *     artifact, or null
 */
public record WorkerJvms(
    Path logs, int heapMegabytes, List<String> options, List<String> prefix, Path jars)
    implements Workers {
  /** Command that gives each worker one processor. */
  public static final List<String> ONE_PROCESSOR = List.of("taskset", "-c", "%p");

  private static final AtomicInteger STARTED = new AtomicInteger();

  /** Copies the lists. */
  public WorkerJvms {
    options = List.copyOf(options);
    prefix = List.copyOf(prefix);
  }

  /** Workers with these options besides. */
  public WorkerJvms with(List<String> more) {
    return new WorkerJvms(
        logs, heapMegabytes, Stream.concat(options.stream(), more.stream()).toList(), prefix, jars);
  }

  /** Workers behind this command, which comes after those that they are behind already. */
  public WorkerJvms behind(List<String> command) {
    return new WorkerJvms(
        logs,
        heapMegabytes,
        options,
        Stream.concat(prefix.stream(), command.stream()).toList(),
        jars);
  }

  /** Workers with these jars before all others. */
  public WorkerJvms withJars(Path folder) {
    return new WorkerJvms(logs, heapMegabytes, options, prefix, folder);
  }

  @Override
  public Crew start(int count) {
    List<Worker> workers = new ArrayList<>();
    try {
      Files.createDirectories(logs);
      String classPath = classPath();
      for (int i = 0; i < count; i++) {
        String name = "worker" + STARTED.incrementAndGet();
        workers.add(
            ProcessWorker.start(name, command(name, i), classPath, logs.resolve(name + ".log")));
      }
      return new Crew(workers);
    } catch (IOException e) {
      workers.forEach(Worker::close);
      throw new BenchException(
          "workers cannot be started with their logs in %s: %s; name another folder with --out"
              .formatted(logs, e),
          e);
    } catch (RuntimeException e) {
      workers.forEach(Worker::close);
      throw e;
    }
  }

  private List<String> command(String name, int number) {
    String processor = Integer.toString(number % Runtime.getRuntime().availableProcessors());
    List<String> command = new ArrayList<>();
    prefix.forEach(part -> command.add(part.replace("%p", processor)));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xms" + heapMegabytes + "m",
            "-Xmx" + heapMegabytes + "m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+DisplayVMOutputToStderr", // into the log, where its reason is looked for
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.awt.headless=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
    options.forEach(option -> command.add(option.replace("%n", name)));
    command.add(WorkerMain.class.getName());
    return command;
  }

  /** Surefire puts a short class path on the command line and the real one into a property. */
  private String classPath() throws IOException {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    if (jars == null) {
      return own;
    }
    try (Stream<Path> files = Files.list(jars)) {
      List<Path> first = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      List<String> replaced = first.stream().map(WorkerJvms::artifact).toList();
      return Stream.concat(
              first.stream().map(Path::toString),
              Arrays.stream(own.split(File.pathSeparator, -1))
                  .filter(entry -> !replaced.contains(artifact(Path.of(entry)))))
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  /** Name of a jar up to its version: {@code jgroups-4.2.30.Final.jar} is {@code jgroups}. */
  private static String artifact(Path jar) {
    return String.valueOf(jar.getFileName()).replaceAll("-\\d.*\\.jar$", "");
  }
}
