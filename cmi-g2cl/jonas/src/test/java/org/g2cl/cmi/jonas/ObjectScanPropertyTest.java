package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.statistics.Statistics;

/**
 * The scan and Java's reader, side by side: of what the scan takes the reader looks for no class
 * that the scan has not asked about, and the scan itself ends soon, with its own refusal if any.
 */
class ObjectScanPropertyTest {
  private static final long PATIENCE_SECONDS = 20;
  private static final List<byte[]> WRITTEN = written();
  private static final ExecutorService READER =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "reader");
            thread.setDaemon(true);
            return thread;
          });

  private static List<byte[]> written() {
    List<byte[]> written = new ArrayList<>();
    for (Object value : RandomStream.values()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(value);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      written.add(bytes.toByteArray());
    }
    return written;
  }

  @AfterContainer
  static void stop() {
    READER.shutdownNow();
  }

  @Property(tries = 6_000, shrinking = ShrinkingMode.OFF)
  void damagedStreamsHideNoClass(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    byte[] stream = WRITTEN.get(random.nextInt(WRITTEN.size()));
    collect(compare(RandomStream.damaged(stream, random)), 3);
  }

  @Property(tries = 6_000, shrinking = ShrinkingMode.OFF)
  void streamsMadeByChanceHideNoClass(@ForAll long seed) throws Exception {
    collect(compare(RandomStream.make(new Random(seed))), 1);
  }

  @Property(tries = 6_000, shrinking = ShrinkingMode.OFF)
  void streamsMadeByChanceAndDamagedHideNoClass(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    collect(compare(RandomStream.damaged(RandomStream.make(random), random)), 0.2);
  }

  private static void collect(String end, double percentRead) {
    Statistics.label("end")
        .collect(end)
        .coverage(seen -> seen.check("read").percentage(part -> part >= percentRead));
  }

  private static String compare(byte[] stream) throws Exception {
    Future<String> end = READER.submit(() -> new Comparison().of(stream));
    try {
      return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the scan, or the reader after it, goes on and on", e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  /** Both of them, for one stream. */
  private static final class Comparison implements ObjectScan.Classes {
    private final Set<String> asked = new HashSet<>();

    String of(byte[] stream) {
      ScanTrail trail;
      try {
        trail = ObjectScan.check(stream, this);
      } catch (IOException e) {
        return "refused by the scan";
      }
      try (Reader in = new Reader(stream, trail)) {
        assertThat(GraphLimits.install(in, stream.length)).isNotNull();
        var unused = in.readObject();
        return "read";
      } catch (IOException
          | ClassNotFoundException
          | RuntimeException
          | StackOverflowError
          | InternalError e) { // the last of Map.of in a damaged stream; ValueCodec refuses it
        return "refused by the reader";
      }
    }

    @Override
    public void check(String name) throws IOException {
      if (name.startsWith("javax.") || name.startsWith("org.")) {
        checkOurs(name);
      }
      asked.add(name);
    }

    private void checkOurs(String name) throws IOException {
      if (!name.startsWith(RandomStream.class.getName())) {
        throw new IOException(name + " is not allowed");
      }
    }

    @Override
    public void checkInterface(String name) throws IOException {
      check(name);
    }

    /** Java's reader. */
    private final class Reader extends HeldInput {
      Reader(byte[] stream, ScanTrail trail) throws IOException {
        super(stream, trail);
      }

      @Override
      Class<?> find(ObjectStreamClass descriptor) throws IOException, ClassNotFoundException {
        assertThat(asked).contains(descriptor.getName());
        return findByJava(descriptor);
      }

      @Override
      Class<?> findProxy(String[] interfaces) throws ClassNotFoundException {
        assertThat(asked).contains(interfaces);
        throw new ClassNotFoundException("proxy");
      }

      @Override
      Object exchange(Object read) {
        return read;
      }
    }
  }
}
