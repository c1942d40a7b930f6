package org.g2cl.sample.tomee.beans;

import jakarta.ejb.Remote;

/** Remote view of the vault. */
@Remote
public interface Vault {
  /** For clerks: adds and gives the sum. */
  int deposit(int amount);

  /** For clerks: who the container says is calling. */
  String caller();

  /** Who was calling when the bean was made. */
  String maker();

  /** For directors. */
  void empty();

  /** For everybody: name of the server that answers. */
  String server();
}
