package org.g2cl.sample.tomee.beans;

import jakarta.ejb.Remote;
import java.util.List;

/** Remote view of the order. */
@Remote
public interface Order {
  /** Writes a row in the call's transaction, and gives the number of rows written so far. */
  int place(String row);

  List<String> placed();

  /** Name of the server that answers. */
  String server();
}
