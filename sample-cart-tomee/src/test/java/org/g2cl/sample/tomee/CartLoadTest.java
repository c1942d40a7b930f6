package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.sample.cart.CartDatabase;
import org.g2cl.sample.cart.web.WebNode;
import org.g2cl.sample.cart.web.WebSettings;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.container.test.api.TargetsContainer;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The cart as an EJB jar and as a WAR, under load; a server is killed and no cart is harmed. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class CartLoadTest {
  private static final File CART = new File(System.getProperty("sample.cart"));

  @TempDir Path folder;
  @ArquillianResource private ContainerController controller;
  @ArquillianResource private Deployer deployer;
  private final List<String> deployed = new ArrayList<>();
  private Cluster cluster;
  private CartDatabase database;

  @Deployment(name = "jar-a", managed = false, testable = false)
  @TargetsContainer("a")
  static JavaArchive jarOfA() {
    return jar();
  }

  @Deployment(name = "jar-b", managed = false, testable = false)
  @TargetsContainer("b")
  static JavaArchive jarOfB() {
    return jar();
  }

  @Deployment(name = "war-a", managed = false, testable = false)
  @TargetsContainer("a")
  static WebArchive warOfA() {
    return war();
  }

  @Deployment(name = "war-b", managed = false, testable = false)
  @TargetsContainer("b")
  static WebArchive warOfB() {
    return war();
  }

  private static JavaArchive jar() {
    return ShrinkWrap.createFromZipFile(JavaArchive.class, CART);
  }

  /** Beans and servlet in one. */
  private static WebArchive war() {
    return ShrinkWrap.create(WebArchive.class, "shop.war").addAsLibrary(CART, "cart.jar");
  }

  @BeforeEach
  void start() throws Exception {
    assumeThat(Ab.isThere()).as("ab (apache2-utils) is installed").isTrue();
    cluster = new Cluster(controller);
    cluster.start();
    database = CartDatabase.at(cluster.bed().database(), "sa", "");
    database.create();
  }

  @AfterEach
  void undeploy() {
    deployed.forEach(deployer::undeploy);
  }

  private void deploy(String kind) {
    for (String name : List.of(kind + "-a", kind + "-b")) {
      deployer.deploy(name);
      deployed.add(name);
    }
  }

  /** Kills a server, and has Arquillian forget what was deployed there. */
  private void kill(TomEE server) {
    cluster.kill(server.location());
    for (String name : List.copyOf(deployed)) {
      if (name.endsWith("-" + server.name())) {
        deployed.remove(name);
        try {
          deployer.undeploy(name);
        } catch (Exception expected) { // Arquillian throws a checked one
          // nobody answers there
        }
      }
    }
  }

  @Test
  void shouldHarmNoCartOfAnEjbJarBehindAWebNode() throws Exception {
    deploy("jar");
    int before = database.orders().size();
    try (WebNode web = WebNode.start(WebSettings.of("web", cluster.bed().provider()))) {
      Load load = Load.on(web.url(), folder);
      load.awaitMiddle();
      kill(cluster.bed().a());

      int checkedOut = load.checkedOut();
      assertThat(database.orders()).hasSize(before + checkedOut);
    }
  }

  @Test
  void shouldHarmNoCartOfAWarWhoseServletRunsInTheServerThatStays() throws Exception {
    deploy("war");
    int before = database.orders().size();
    Load load =
        Load.on("http://127.0.0.1:%d/shop".formatted(cluster.bed().a().ports().http()), folder);
    load.awaitMiddle();
    kill(cluster.bed().b());

    int checkedOut = load.checkedOut();
    assertThat(database.orders()).hasSize(before + checkedOut);
  }
}
