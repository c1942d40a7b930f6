package org.g2cl.loadtest.command;

/** On or off. */
enum Switch {
  ON,
  OFF
}
