package org.g2cl.cmi.tomee;

/**
 * Property of the replicating container: its name, in any case; its default; and its meaning. What
 * the pages say of them is compared with this by a test.
 */
enum ContainerProperty {
  ALLOWED_CLASSES(
      ClassAllowList.SETTING,
      "",
      "Classes that states and replies may hold besides values of the JDK, what comes "
          + "from where the bean comes from, and the types of its fields and methods, unless"
          + " they are the JDK's; names,"
          + " a package and those below it as package.*, or * for all, separated by commas"),
  IDEMPOTENT_METHODS(
      IdempotentMethods.SETTING,
      "",
      "Methods that may be executed again when a server fails, as if annotated by "
          + "@Idempotent: bean.method, bean.beginning* or bean.*, separated by commas"),
  TIME_OUT(
      "TimeOut",
      "20 minutes",
      "Time without a call after which a session is dropped, in minutes unless a unit is "
          + "given; 0 for never; a bean's own @StatefulTimeout wins"),
  CAPACITY(
      "Capacity",
      "1000",
      "Instances kept in memory, above which those not used for longest are passivated; "
          + "each can be made again from its state"),
  MARKERS(
      "Markers",
      "",
      "Data source of the server, with JtaManaged=true, to the beans' database: rows that"
          + " a call writes are written exactly once, and sessions that a transaction changes "
          + "come or go together; the same in all replicating containers of a server, or only "
          + "in the first"),
  MARKERS_SETTLING(
      "MarkersSettling",
      "",
      "Data source to the same database, with JtaManaged=false, by which take-overs "
          + "settle undecided calls; set both or neither"),
  EJBD_THREADS(
      "EjbdThreads",
      "256",
      "Connections of remote clients served at the same time, a thread each, in a TomEE, "
          + "where this container opens the ejbd port at g2cl.location"),
  STATE_FORMAT(
      "StateFormat",
      "auto",
      "auto writes states in a form of our own once every member reads it; java keeps to "
          + "Java serialization, for a group that a former release is to join again"),
  ACCESS_TIMEOUT(
      "AccessTimeout",
      "0",
      "Time that a call of a bean that is not replicated waits for its instance, as in "
          + "the stock container, where a bean's own @AccessTimeout wins; a call of a "
          + "replicated bean waits by its @AccessTimeout, or else by g2cl.call-timeout");

  private final String key;
  private final String defaultValue;
  private final String meaning;

  ContainerProperty(String key, String defaultValue, String meaning) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** Name, as configurations have it. */
  String key() {
    return key;
  }

  /** Value when nothing is set. */
  String defaultValue() {
    return defaultValue;
  }

  /** Meaning in one line. */
  String meaning() {
    return meaning;
  }
}
