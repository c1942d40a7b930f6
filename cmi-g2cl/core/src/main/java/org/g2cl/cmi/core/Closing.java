package org.g2cl.cmi.core;

import org.slf4j.Logger;

/** Closes parts one after the other, of which none may keep the next from being closed. */
public final class Closing {
  private Closing() {}

  /**
   * Closes a part; a failure is logged and goes no further.
   *
   * @param owner whose part it is, for the log
   * @param part its name, for the log
   * @param closeable null when there is no such part
   */
  public static void quietly(Logger log, Object owner, String part, AutoCloseable closeable) {
    if (closeable == null) {
      return;
    }
    try {
      closeable.close();
    } catch (Exception | Error e) { // as of a class that is loaded no more
      log.warn("{}: closing the {} failed", owner, part, e);
    }
  }
}
