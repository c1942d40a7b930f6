package org.g2cl.sample.cart.web;

import java.time.Duration;

/**
 * The settings of a web node.
 *
 * @param address the local address to listen on
 * @param port the port to listen on; 0 takes a free one
 * @param jvmRoute the node's name: what a balancer finds at the end of the session's cookie
 * @param providerUrl where the business nodes are, such as {@code ejbd://127.0.0.1:4201}
 * @param maxThreads the most requests that are served at a time
 * @param items how many articles the scripted shopper puts into its cart, 2 to 50
 * @param stepsPerCycle after how many steps the scripted shopper begins anew; the last of them is
 *     the checkout
 * @param sessionTimeout how long an unused HTTP session lives; whole minutes
 */
public record WebSettings(
    String address,
    int port,
    String jvmRoute,
    String providerUrl,
    int maxThreads,
    int items,
    int stepsPerCycle,
    Duration sessionTimeout) {

  /**
   * Checks the settings; throws {@code IllegalArgumentException} with the setting, its value and
   * the rule.
   */
  public WebSettings {
    check(port >= 0 && port <= 65_535, "port", port, "0 to 65535");
    check(jvmRoute.matches("[A-Za-z0-9_-]+"), "jvmRoute", jvmRoute, "letters, digits, _ and -");
    check(!providerUrl.isBlank(), "providerUrl", providerUrl, "the URL of a business node");
    check(maxThreads >= 1 && maxThreads <= 1_000, "maxThreads", maxThreads, "1 to 1000");
    check(items >= 2 && items <= 50, "items", items, "2 to 50");
    check(stepsPerCycle > items, "stepsPerCycle", stepsPerCycle, "more than items, " + items);
    check(sessionTimeout.toMinutes() >= 1, "sessionTimeout", sessionTimeout, "a minute or more");
  }

  /**
   * A node of that name on a free port of 127.0.0.1, with 60 threads, sessions of 30 minutes, and a
   * scripted shopper with ten articles and a checkout every 25 steps.
   */
  public static WebSettings of(String jvmRoute, String providerUrl) {
    return new WebSettings(
        "127.0.0.1", 0, jvmRoute, providerUrl, 60, 10, 25, Duration.ofMinutes(30));
  }

  /** The same with another address to listen on. */
  public WebSettings withAddress(String other) {
    return new WebSettings(
        other, port, jvmRoute, providerUrl, maxThreads, items, stepsPerCycle, sessionTimeout);
  }

  /** The same with another port. */
  public WebSettings withPort(int other) {
    return new WebSettings(
        address, other, jvmRoute, providerUrl, maxThreads, items, stepsPerCycle, sessionTimeout);
  }

  /** The same with another bound on the requests served at a time. */
  public WebSettings withMaxThreads(int other) {
    return new WebSettings(
        address, port, jvmRoute, providerUrl, other, items, stepsPerCycle, sessionTimeout);
  }

  /** The same with another scripted shopper. */
  public WebSettings withScript(int otherItems, int otherStepsPerCycle) {
    return new WebSettings(
        address,
        port,
        jvmRoute,
        providerUrl,
        maxThreads,
        otherItems,
        otherStepsPerCycle,
        sessionTimeout);
  }

  private static void check(boolean holds, String setting, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(
          "The web node's setting " + setting + " is '" + value + "'; it must be " + rule + ".");
    }
  }
}
