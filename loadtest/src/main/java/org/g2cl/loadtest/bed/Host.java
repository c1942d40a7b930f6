package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Machine or namespace that one or more nodes run on. Thread-safe. */
interface Host {
  /** Address at which the bed and other nodes reach it. */
  String address();

  /** Port of this host that nobody uses; held until {@link #release}. */
  int takePort();

  /** Lets go of a port that its process is about to open. */
  void release(int port);

  /**
   * Starts a JVM.
   *
   * @param name name of the process
   * @param java options, main class and arguments
   * @param share what it gets of the processors
   * @param environment variables besides the inherited ones; values do not show in lists of
   *     processes of this machine
   * @param log file of this machine for what it prints
   */
  ManagedProcess startJava(
      String name,
      List<String> java,
      ProcessorShare share,
      Map<String, String> environment,
      Path log);
}
