package org.g2cl.jgcs.jgroups;

import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jgroups.logging.Slf4jLogImpl;

/**
 * Log of JGroups on SLF4J that takes what every closed connection and every host with loopback only
 * says for what it is: debug. Checked against the texts of JGroups 5.5.7.
 */
final class QuietLog extends Slf4jLogImpl {
  private static final String GRACEFUL_CLOSE = "failed sending graceful close";
  private static final String STREAM_CLOSED = ": failed handling message";
  private static final String LOOPBACK_ONLY = "JGRP000026";

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
