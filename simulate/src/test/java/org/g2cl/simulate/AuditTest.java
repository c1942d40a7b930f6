package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A calm group of two, one of which is made to look as if it had other views. */
class AuditTest {
  private static final Duration HEALED = Duration.ofSeconds(10);

  private final World world = new World(1);
  private final Ledger ledger = new Ledger(world);
  private final Plan plan = Plan.brief();
  private final Duration calm = plan.load().plus(HEALED);
  private final Cluster cluster = new Cluster(world, ledger, plan);
  private final Audit audit = new Audit(world, cluster, ledger, plan, calm.toNanos());

  @BeforeEach
  void start() {
    cluster.start("n1");
    world.run(Duration.ofSeconds(1));
    cluster.start("n2");
    world.run(calm);
    audit.compare();
    assertThat(ledger.violations()).isEmpty();
  }

  @AfterEach
  void end() {
    cluster.end();
    world.run(calm.plusSeconds(1));
  }

  private List<InstalledView> views() {
    return cluster.node("n1").sight().views();
  }

  @Test
  void shouldFindAViewThatHasOtherMembersAtAnotherNode() {
    InstalledView last = views().remove(views().size() - 1);
    List<SocketAddress> fewer = last.members().subList(0, 1);
    views().add(new InstalledView(last.id(), fewer));

    audit.compare();

    assertThat(ledger.violations())
        .singleElement()
        .asString()
        .startsWith("I5 violated: " + last.id() + " has the members");
  }

  @Test
  void shouldFindAViewThatANodeInstallsAgain() {
    views().add(views().get(0));

    audit.compare();

    assertThat(ledger.violations())
        .singleElement()
        .asString()
        .contains("I5 violated", "in this order");
  }
}
