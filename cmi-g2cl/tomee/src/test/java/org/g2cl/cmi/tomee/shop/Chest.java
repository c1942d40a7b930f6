package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;
import java.util.List;

/** Remote view of a bean that holds as much as it is told. */
@Remote
public interface Chest {
  void holdBytes(int count);

  int bytes();

  /** Holds a text of which one character is not of Latin-1. */
  void holdText(int characters);

  int characters();

  /** Holds objects that are linked by fields. */
  void holdChain(int links);

  int links();

  /** Holds lists, each within another one. */
  void holdNested(int levels);

  int levels();

  void holdMap(int entries);

  int entries();

  void holdList(int elements);

  int elements();

  /** What it gives back is as large as it is told. */
  List<Integer> numbers(int count);

  byte[] image(int bytes);

  /** Gives back lists, each within another one. */
  List<?> nested(int levels);

  void complain(int characters);

  /** How many of the methods that give something back, or complain, were executed. */
  int given();
}
