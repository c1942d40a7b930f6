package org.g2cl.sample.tomee;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.cmi.tomee.shop.Ledger;
import org.g2cl.cmi.tomee.shop.LedgerAudit;
import org.g2cl.cmi.tomee.shop.LedgerBean;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.cmi.tomee.shop.OwnLedgerBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.sample.tomee.beans.Diary;
import org.h2.tools.Server;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/**
 * Bed of the tests, made once in a JVM: a database, and two servers on disk with the files of the
 * documentation, whose ports are replaced by free ones.
 */
final class Bed {
  private static final Path WORK = Path.of(System.getProperty("sample.work"));
  private static final Path STOCK = Path.of(System.getProperty("sample.server"));
  private static final Path OURS = Path.of(System.getProperty("sample.ours"));

  /** Small machines run this: two servers and the test in two gigabytes. */
  private static final String SMALL =
      " -Xmx160m -Xss512k -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true"
          + " -Dg2cl.max-state-bytes=200000 -Dg2cl.memory-limit=100000 -Dtomee.remote.support=true";

  /** The tests call a bean of our container's. */
  private static final String LEDGER = "org.g2cl.cmi.tomee.shop.";

  /** Arquillian deploys by a bean of the server's. */
  private static final String DEPLOYER = "org.apache.openejb.assembler.";

  private static Bed made;

  private final int databasePort = FreePorts.next();
  private final TomEE a;
  private final TomEE b;

  private Bed() throws IOException, SQLException {
    Files.createDirectories(WORK);
    startDatabase();
    a = TomEE.unpack("a", STOCK, WORK, TomEE.Ports.free());
    b = TomEE.unpack("b", STOCK, WORK, TomEE.Ports.free());
    configure(a, b);
    configure(b, a);
  }

  /** The bed, made at the first call. */
  static synchronized Bed bed() throws IOException, SQLException {
    if (made == null) {
      made = new Bed();
    }
    return made;
  }

  TomEE a() {
    return a;
  }

  TomEE b() {
    return b;
  }

  /** Server at a location. */
  TomEE at(String location) {
    return a.location().equals(location) ? a : b;
  }

  TomEE otherThan(TomEE server) {
    return server.equals(a) ? b : a;
  }

  /** Both servers, as clients name them. */
  String provider() {
    return a.location() + "," + b.location();
  }

  private void startDatabase() throws SQLException, IOException {
    Path folder = WORK.resolve("database");
    Folders.delete(folder);
    System.setProperty("h2.bindAddress", "127.0.0.1");
    var unused =
        Server.createTcpServer(
                "-tcpPort", "" + databasePort, "-ifNotExists", "-baseDir", folder.toString())
            .start();
    update("CREATE TABLE orders (item VARCHAR(200))");
  }

  String database() {
    return "jdbc:h2:tcp://127.0.0.1:%d/./shop".formatted(databasePort);
  }

  void update(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database(), "sa", "");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Rows of the table of orders. */
  List<String> orders() throws SQLException {
    var found = new ArrayList<String>();
    try (Connection connection = DriverManager.getConnection(database(), "sa", "");
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT item FROM orders")) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private void configure(TomEE server, TomEE other) throws IOException {
    var documented =
        new Documented()
            .port(9092, databasePort)
            .port(4201, server.ports().ejbd())
            .port(7801, server.ports().group())
            .port(7802, other.ports().group());
    for (String file : List.of("tomee.xml", "system.properties", "tomcat-users.xml")) {
      documented.write(file, server.home().resolve("documented"));
    }
    takeClassesOfTests(server.home().resolve("documented/system.properties"));
    quietLog(server.home().resolve("documented"));
    Path ours = server.home().resolve("ours");
    Files.copy(OURS, ours.resolve("cmi-g2cl-tomee.jar"));
    Path driver =
        Path.of(org.h2.Driver.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    Files.copy(driver, ours.resolve("h2.jar"));
    beans(server.home().resolve("apps/beans.jar"));
    property(server, "http", "" + server.ports().http());
    property(server, "stop", "" + server.ports().stop());
    property(server, "home", server.home().toString());
    property(
        server,
        "opts",
        documented.options() + SMALL + " -Dg2cl.passivation-folder=" + server.states());
  }

  /** Adds what the list that is documented, and ends the file, does not need. */
  private static void takeClassesOfTests(Path properties) throws IOException {
    String documented = Files.readString(properties).stripTrailing();
    Files.writeString(properties, documented + "," + LEDGER + "," + DEPLOYER + "\n");
  }

  private static void property(TomEE server, String name, String value) {
    System.setProperty(server.name() + "." + name, value);
  }

  /** The stock logging without the console, which is the test's. */
  private static void quietLog(Path folder) throws IOException {
    String stock = Files.readString(STOCK.resolve("conf/logging.properties"));
    Files.writeString(
        folder.resolve("logging.properties"),
        stock.replace(", org.apache.tomee.jul.formatter.AsyncConsoleHandler", ""));
  }

  private static void beans(Path file) {
    ShrinkWrap.create(JavaArchive.class, "beans.jar")
        .addPackage(Diary.class.getPackage())
        .addClasses(Ledger.class, LedgerBean.class, OwnLedgerBean.class, LedgerAudit.class)
        .addClass(OutOfStockException.class)
        .addClass("org.g2cl.cmi.tomee.shop.LedgerRows")
        .as(ZipExporter.class)
        .exportTo(file.toFile());
  }
}
