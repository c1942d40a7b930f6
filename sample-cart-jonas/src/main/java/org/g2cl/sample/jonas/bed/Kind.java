package org.g2cl.sample.jonas.bed;

/** What the servers of a bed run. */
public enum Kind {
  /** Stock CMI 2.2.6 on JGroups 2.12. */
  STOCK,
  /** Our drop-in. */
  G2CL
}
