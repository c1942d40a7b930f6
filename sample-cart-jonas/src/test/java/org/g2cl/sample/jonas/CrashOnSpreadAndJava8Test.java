package org.g2cl.sample.jonas;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** On Java 8, where {@code JAVA8_HOME} says that there is one. */
@EnabledIfEnvironmentVariable(named = "JAVA8_HOME", matches = ".+")
class CrashOnSpreadAndJava8Test extends SpreadContract {
  @Override
  String javaHome() {
    return System.getenv("JAVA8_HOME");
  }
}
