package org.g2cl.loadtest.bed;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each node of a tier gets.
 *
 * @param heap heap in MB
 * @param share what it gets of the processors
 * @param compilers compilers of its JVM
 * @param jvmOptions further options of its JVM, for instance of its logging
 * @param settings settings by name, for instance {@code g2cl.engine}
 */
public record NodeShape(
    int heap,
    ProcessorShare share,
    Compilers compilers,
    List<String> jvmOptions,
    Map<String, String> settings) {

  /** Copies the collections. */
  public NodeShape {
    jvmOptions = List.copyOf(jvmOptions);
    settings = Map.copyOf(settings);
  }

  /** A heap of so many MB, and nothing else. */
  public static NodeShape ofHeap(int megabytes) {
    return new NodeShape(megabytes, ProcessorShare.all(), Compilers.FIRST, List.of(), Map.of());
  }

  /** The same with another share of the processors. */
  public NodeShape with(ProcessorShare other) {
    return new NodeShape(heap, other, compilers, jvmOptions, settings);
  }

  /** The same with other compilers. */
  public NodeShape with(Compilers others) {
    return new NodeShape(heap, share, others, jvmOptions, settings);
  }

  /** Heap, share and compilers in words, as settings of an experiment keep them. */
  String described() {
    return "heap %d MB, %s, compilers %s".formatted(heap, share.described(), compilers.word());
  }

  /** The same with further options of the JVM. */
  public NodeShape withJvmOptions(List<String> options) {
    return new NodeShape(heap, share, compilers, options, settings);
  }

  /** The same with one more setting. */
  public NodeShape with(String setting, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(setting, value);
    return new NodeShape(heap, share, compilers, jvmOptions, more);
  }
}
