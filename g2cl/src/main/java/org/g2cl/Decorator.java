package org.g2cl;

import java.util.Locale;

/** Kind of decorator that a chain may have. */
enum Decorator {
  FRAG,
  BUNDLE,
  COMPRESS,
  CRYPTO;

  /** Name in settings. */
  String settingName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
