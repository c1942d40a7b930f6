package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

/** Keeps what not everybody may know. */
@Remote
public interface Vault {
  /** What clerks may know; another thing each time. */
  String secret();

  /** What everybody may know. */
  String sign();

  /** Ends the session; what clerks may know at its end. */
  String close();
}
