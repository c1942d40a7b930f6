package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.spi.RareLog;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jgroups.logging.Slf4jLogImpl;

/**
 * Log of JGroups on SLF4J that takes what every closed connection and every host with loopback only
 * says for what it is: debug. What strangers make it say, who may do so without end, is one line
 * once in a while, with the number of all of them and no trace; all is in debug. The thread that
 * reads a connection has both ends of it in its name. Checked against the texts of JGroups 5.5.7.
 */
final class QuietLog extends Slf4jLogImpl {
  private static final String GRACEFUL_CLOSE = "failed sending graceful close";
  private static final String STREAM_CLOSED = ": failed handling message";
  private static final String LOOPBACK_ONLY = "JGRP000026";

  /** In the text of what could not be read, of a packet. */
  static final String INCOMING_FAILURE = "failed handling incoming message";

  private static final String READING_FAILURE = "failed handling message";
  private static final String ACCEPTING_FAILURE = "JGRP000006";

  private static final RareLog STRANGE = new RareLog();

  private QuietLog(Class<?> type) {
    super(type);
  }

  private QuietLog(String category) {
    super(category);
  }

  /** Makes JGroups use it, unless it was told to log elsewhere. */
  static synchronized void install() {
    if (LogFactory.IS_SLF4J_AVAILABLE && LogFactory.getCustomLogFactory() == null) {
      LogFactory.setCustomLogFactory(new Factory());
    }
  }

  @Override
  public void error(String format, Object... args) {
    if (format.contains(GRACEFUL_CLOSE)) {
      debug(format, args);
    } else {
      super.error(format, args);
    }
  }

  @Override
  public void error(String message, Throwable cause) {
    if (isStrange(message, cause)) {
      rarely(message, cause);
    } else {
      super.error(message, cause);
    }
  }

  private static boolean isStrange(String message, Throwable cause) {
    return cause instanceof RefusedPacket
        || message.contains(INCOMING_FAILURE)
        || message.contains(READING_FAILURE);
  }

  private void rarely(String message, Throwable cause) {
    if (STRANGE.count()) {
      super.warn(
          "%s (%s)%s (%d such so far, each in debug)",
          message,
          Thread.currentThread().getName(),
          cause == null ? "" : ": " + cause,
          STRANGE.total());
    }
    debug(message, cause);
  }

  @Override
  @SuppressWarnings("AnnotateFormatMethod") // declared so by JGroups
  public void warn(String format, Object... args) {
    if (format.contains(ACCEPTING_FAILURE)) {
      rarely(String.format(format, args), null);
    } else {
      super.warn(format, args);
    }
  }

  @Override
  public void warn(String message) {
    if (message.contains(LOOPBACK_ONLY)) {
      debug(message);
    } else {
      super.warn(message);
    }
  }

  @Override
  public void warn(String message, Throwable cause) {
    if (message.endsWith(STREAM_CLOSED) && "Stream closed".equals(cause.getMessage())) {
      debug(message, cause);
    } else if (isStrange(message, cause)) {
      rarely(message, cause);
    } else {
      super.warn(message, cause);
    }
  }

  private static final class Factory implements CustomLogFactory {
    @Override
    public Log getLog(Class<?> type) {
      return new QuietLog(type);
    }

    @Override
    public Log getLog(String category) {
      return new QuietLog(category);
    }
  }
}
