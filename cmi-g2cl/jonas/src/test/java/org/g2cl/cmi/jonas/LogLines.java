package org.g2cl.cmi.jonas;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a class logs while this is open. */
final class LogLines implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger log;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          lines.add(new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  LogLines(Class<?> of) {
    log = Logger.getLogger(of.getName());
    log.addHandler(handler);
    log.setUseParentHandlers(false);
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    log.removeHandler(handler);
    log.setUseParentHandlers(true);
  }
}
