package org.g2cl.cmi.jonas;

/**
 * Attribute of the element {@code config} that is no text. Its value is read by us, since CMI tells
 * neither which one is wrong nor the rule, and takes any word but {@code true} for false.
 */
enum Attribute {
  LOAD_FACTOR("loadFactor", 1, "100"),
  DELAY_TO_REFRESH("delayToRefresh", 1, "60000, in milliseconds"),
  RECO_TIMEOUT("recoTimeout", 0, "5000, in milliseconds"),
  ADMIN_ENABLED("adminEnabled", 0, "true"),
  PROVIDER_BOUND("providerBound", 0, "true"),
  REGISTRY_BOUND("registryBound", 0, "true"),
  PROTOCOL_ADDED("protocolAdded", 0, "false");

  private final String name;
  private final int least;
  private final String example;

  Attribute(String name, int least, String example) {
    this.name = name;
    this.least = least;
    this.example = example;
  }

  int number(String text) {
    String rule = "a whole number from " + least + " to " + Integer.MAX_VALUE;
    try {
      int number = Integer.parseInt(text.trim());
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(text, rule, e);
    }
    throw wrong(text, rule, null);
  }

  boolean flag(String text) {
    String word = text.trim();
    if (!word.equalsIgnoreCase("true") && !word.equalsIgnoreCase("false")) {
      throw wrong(text, "true or false", null);
    }
    return Boolean.parseBoolean(word);
  }

  private JonasConfigurationException wrong(String text, String rule, Exception cause) {
    return new JonasConfigurationException(
        "%s is '%s' in the element config; it must be %s, for instance %s"
            .formatted(name, text, rule, example),
        cause);
  }
}
