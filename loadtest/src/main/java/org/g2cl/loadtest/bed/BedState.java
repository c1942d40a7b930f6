package org.g2cl.loadtest.bed;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * What runs in a bed, kept in a file beside its logs: {@code ./ha status} finds the nodes by it,
 * and the next bed finds what a killed one has left.
 *
 * @param owner the JVM that started the bed
 * @param url address of the shop
 * @param database JDBC URL, without passwords
 * @param business business nodes that run
 * @param processes all processes, the nodes included
 */
public record BedState(
    OwnProcess owner,
    String url,
    String database,
    List<BusinessEntry> business,
    List<OwnProcess> processes) {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .build();

  /**
   * A business node.
   *
   * @param name name of the node
   * @param host address that it listens on
   * @param port port of its beans
   * @param statusPort port of its status
   */
  public record BusinessEntry(String name, String host, int port, int statusPort) {}

  /** Copies the lists. */
  public BedState {
    business = List.copyOf(business);
    processes = List.copyOf(processes);
  }

  /** The file in the directory of a demo. */
  public static Path file(Path directory) {
    return directory.resolve("bed.json");
  }

  /** Reads the state; empty when there is none or it is not one of ours. */
  public static Optional<BedState> read(Path file) {
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), BedState.class))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Writes the state so that a reader sees the old or the new one, never half of it. */
  void write(Path file) {
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      JSON.writeValue(draft.toFile(), this);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the JVM that started the bed still runs. */
  public boolean isRunning() {
    return owner.isAlive();
  }

  /** Ends the processes that are still those of the bed; returns their names. */
  List<String> endLeftovers() {
    List<OwnProcess> left = processes.stream().filter(OwnProcess::isAlive).toList();
    left.forEach(OwnProcess::kill);
    return left.stream().map(OwnProcess::name).toList();
  }
}
