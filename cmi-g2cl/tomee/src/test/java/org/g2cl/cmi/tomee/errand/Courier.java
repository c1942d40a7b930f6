package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Remote;
import java.util.concurrent.Future;

/** Remote view of a bean whose method is asynchronous. */
@Remote
public interface Courier {
  Future<Integer> deliver(boolean fails) throws LostException;

  /** Its result is a failure. */
  Future<Integer> lose();

  /** Its result is cancelled. */
  Future<Integer> callOff();

  /** Its result fails when the transaction has ended. */
  Future<Integer> loseLater();

  int delivered();
}
