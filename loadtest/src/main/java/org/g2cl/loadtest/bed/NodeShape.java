package org.g2cl.loadtest.bed;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each node of a tier gets.
 *
 * @param heap heap in MB
 * @param niceness how far it stands back for others when processors are short, as {@code nice} has
 *     it: 0 to 19
 * @param processors processors that its JVM believes to have; 0 for all
 * @param compilers compilers of its JVM
 * @param jvmOptions further options of its JVM, for instance of its logging
 * @param settings settings by name, for instance {@code g2cl.engine}
 */
public record NodeShape(
    int heap,
    int niceness,
    int processors,
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
    return new NodeShape(megabytes, 0, 0, Compilers.FIRST, List.of(), Map.of());
  }

  /** The same, standing back for others, and with a number of processors to believe in. */
  public NodeShape withShare(int otherNiceness, int otherProcessors) {
    return new NodeShape(heap, otherNiceness, otherProcessors, compilers, jvmOptions, settings);
  }

  /** The same with other compilers. */
  public NodeShape with(Compilers others) {
    return new NodeShape(heap, niceness, processors, others, jvmOptions, settings);
  }

  /** Heap, share and compilers in words, as settings of an experiment keep them. */
  String described() {
    return "heap %d MB, nice %d, processors %s, compilers %s"
        .formatted(heap, niceness, processors == 0 ? "all" : "" + processors, compilers.word());
  }

  /** The same with further options of the JVM. */
  public NodeShape withJvmOptions(List<String> options) {
    return new NodeShape(heap, niceness, processors, compilers, options, settings);
  }

  /** The same with one more setting. */
  public NodeShape with(String setting, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(setting, value);
    return new NodeShape(heap, niceness, processors, compilers, jvmOptions, more);
  }
}
