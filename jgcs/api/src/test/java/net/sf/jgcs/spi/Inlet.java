package net.sf.jgcs.spi;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What an engine hands over: texts, and failures of reading. */
final class Inlet {
  private final BlockingQueue<Object> things = new LinkedBlockingQueue<>();
  private volatile Thread reader;
  private volatile boolean left;

  void put(String text) {
    things.add(text);
  }

  void put(Exception failure) {
    things.add(failure);
  }

  String take() throws IOException, InterruptedException {
    reader = Thread.currentThread();
    try {
      Object thing = things.take();
      if (thing instanceof IOException failure) {
        throw failure;
      }
      if (thing instanceof RuntimeException failure) {
        throw failure;
      }
      return (String) thing;
    } catch (InterruptedException e) {
      left = true;
      throw e;
    }
  }

  /** Thread that read last. */
  Thread reader() {
    return reader;
  }

  /** Tells whether the reader was interrupted while it waited. */
  boolean left() {
    return left;
  }
}
