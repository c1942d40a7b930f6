package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

/** Remote view of a bean that holds many lines, each of a few fields. */
@Remote
public interface Catalogue {
  /** Holds so many lines, in a list, and by their numbers in a map as well or not. */
  int fill(int lines, boolean alsoByNumber);

  /** Changes the text of one line; gives back that of before. */
  String rename(int line, String name);

  /** Puts a line between two others; gives back how many there are. */
  int insert(int before, String name);

  String name(int line);

  /** Id of the process that executes it. */
  long process();
}
