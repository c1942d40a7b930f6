package org.g2cl.sample.tomee.beans;

import jakarta.ejb.Remote;
import java.util.List;

/** Remote view of the diary. */
@Remote
public interface Diary {
  /** Adds a page and gives their number. */
  int write(String page);

  List<String> pages();

  /** Name of the server that answers. */
  String server();

  /** What the container has told the bean, in order. */
  List<String> life();

  /** Diaries that have left the memory of the server that answers. */
  int passivations();

  /** An application exception, after the page is written. */
  int writeThenRefuse(String page) throws RefusedException;

  /** Keeps an object that is not serializable. */
  void keepThread();

  /** Keeps an object of a class that is not on the list. */
  void keepLevel();

  /** Keeps that many bytes. */
  void keepBytes(int number);

  /** Whether something is kept. */
  boolean keeps();

  void close();
}
