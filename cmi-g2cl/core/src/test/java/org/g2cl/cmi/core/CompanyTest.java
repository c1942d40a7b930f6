package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class CompanyTest {
  /** A top-level domain that is never given. */
  private static final String NOBODY = "members.invalid";

  private static HaSettings.Builder settings() {
    return HaSettings.builder()
        .set(HaSetting.ENGINE, "local")
        .set(HaSetting.GROUP, "company-" + UUID.randomUUID())
        .set(HaSetting.LOCATION, "127.0.0.1:4201");
  }

  @Test
  void shouldNameTheNamesThatDoNotResolve() {
    HaSettings settings =
        settings().set(HaSetting.PEERS_DNS, "localhost, " + NOBODY + ",_group._tcp.x").build();

    assertThat(Company.missing(settings))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("g2cl.peers-dns is 'localhost, members.invalid,_group._tcp.x'")
                    .contains("of which members.invalid does not resolve")
                    .contains("begun a group of its own"));
  }

  @Test
  void shouldSayThatNobodyAnsweredWhereTheNamesResolve() {
    assertThat(Company.missing(settings().set(HaSetting.PEERS_DNS, "localhost").build()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("none of the peers localhost (g2cl.peers-dns)"));
    assertThat(Company.missing(settings().set(HaSetting.PEERS, "127.0.0.1:9").build()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("none of the peers 127.0.0.1:9 (g2cl.peers)"));
  }

  @Test
  void shouldSayNothingOfANodeThatIsToFindNobody() {
    assertThat(Company.missing(settings().build())).isEmpty();
  }
}
