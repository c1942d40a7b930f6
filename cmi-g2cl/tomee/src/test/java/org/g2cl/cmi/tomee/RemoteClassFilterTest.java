package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteClassFilterTest {
  private static final String BLACKLIST = "tomee.serialization.class.blacklist";
  private static final String WHITELIST = "tomee.serialization.class.whitelist";

  @AfterEach
  void forget() {
    System.clearProperty(BLACKLIST);
    System.clearProperty(WHITELIST);
  }

  @Test
  void shouldTellThatAStockTomEERefusesAll() {
    System.setProperty(BLACKLIST, "*");
    assertThat(new RemoteClassFilter().refused()).isPresent();
  }

  @Test
  void shouldTellThatNothingIsRestricted() {
    assertThat(new RemoteClassFilter().isOpen()).isTrue();
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, "java.lang.");
    assertThat(new RemoteClassFilter().isOpen()).isFalse();
  }

  @Test
  void shouldTellWhatTheListLacks() {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, "java.lang.,org.example.");
    assertThat(new RemoteClassFilter().refused()).contains("java.net.URI");
  }

  @Test
  void shouldBeContentWithTheAdvice() {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(
        WHITELIST, RemoteClassFilter.ADVICE.replaceAll(".*whitelist to | and.*", ""));
    assertThat(new RemoteClassFilter().refused()).isEmpty();
    assertThat(new RemoteClassFilter().refuses("java.rmi.server.UnicastRemoteObject"))
        .as("which would open a port when it is read")
        .isTrue();
  }
}
