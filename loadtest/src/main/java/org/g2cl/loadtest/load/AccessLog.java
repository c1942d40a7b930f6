package org.g2cl.loadtest.load;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reader of httpd's access log that goes on where it stopped. Not thread-safe. */
public final class AccessLog {
  private static final int CHUNK = 1 << 20;

  private final Path file;
  private long position;
  private String rest = "";

  /** Reader from the start of the file, which need not exist yet. */
  public AccessLog(Path file) {
    this.file = file;
  }

  /** Requests of the load written since the last call. */
  public List<Hit> read() {
    List<Hit> hits = new ArrayList<>();
    if (!Files.exists(file)) {
      return hits;
    }
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      log.seek(position);
      byte[] chunk = new byte[CHUNK];
      for (int n = log.read(chunk); n > 0; n = log.read(chunk)) {
        position += n;
        parse(new String(chunk, 0, n, StandardCharsets.ISO_8859_1), hits);
      }
      return hits;
    } catch (IOException e) {
      throw new LoadException("the access log " + file + " cannot be read", e);
    }
  }

  private void parse(String text, List<Hit> hits) {
    String lines = rest + text;
    int start = 0;
    for (int end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
      Optional<Hit> hit = Hit.parse(lines.substring(start, end));
      hit.ifPresent(hits::add);
      start = end + 1;
    }
    rest = lines.substring(start);
  }
}
