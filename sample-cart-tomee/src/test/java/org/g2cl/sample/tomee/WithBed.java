package org.g2cl.sample.tomee;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Makes the bed before Arquillian, to be named after it, reads the properties that are set then.
 */
final class WithBed implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    var unused = Bed.bed();
  }
}
