package org.g2cl.sample.jonas.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import javax.transaction.TransactionManager;
import org.g2cl.sample.jonas.bean.Cart;
import org.g2cl.sample.jonas.bean.CartBean;
import org.g2cl.sample.jonas.bean.CartHome;
import org.objectweb.jotm.TransactionFactoryImpl;
import org.ow2.carol.util.configuration.ConfigurationRepository;
import org.ow2.cmi.controller.factory.ClusterViewManagerFactory;
import org.ow2.cmi.controller.server.AbsServerClusterViewManager;
import org.ow2.cmi.controller.server.ServerClusterViewManager;
import org.ow2.cmi.info.CMIInfoRepository;
import org.ow2.cmi.info.ClusteredObjectInfo;
import org.ow2.cmi.lb.policy.IPolicy;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.jonas.deployment.ejb.BeanDesc;
import org.ow2.jonas.deployment.ejb.DeploymentDesc;
import org.ow2.jonas.deployment.ejb.lib.EjbDeploymentDescManager;
import org.ow2.jonas.ha.HaService;
import org.ow2.jonas.jndi.checker.api.IResourceCheckerManager;
import org.ow2.jonas.lib.ejb21.JContainer;
import org.ow2.jonas.lib.ejb21.JFactory;
import org.ow2.jonas.naming.JComponentContextFactory;
import org.ow2.jonas.naming.JNamingManager;
import org.ow2.jonas.tm.jotm.JOTMTransactionManager;

/**
 * A server of the cart: the EJB 2.1 container classes of JOnAS 5.2.3, CMI 2.2.6 and Carol, without
 * the rest of JOnAS. Stock or ours, by the system property {@code sample.cmi}.
 *
 * <p>Prints READY when it serves, then obeys lines on its standard input: {@code crash POINT},
 * {@code refuse COMMITS}, {@code view}, {@code figures}, {@code stop}, and those of {@link
 * Administration}. It ends with its standard input.
 */
public final class CartServer {
  static final String OBJECT = "cart";
  private static final String ORDERS =
      "CREATE TABLE IF NOT EXISTS jonas_order (cart_id VARCHAR(36) NOT NULL,"
          + " sequence BIGINT NOT NULL, pieces INTEGER NOT NULL)";
  private static final String STOCK_TRANSACTIONS =
      "CREATE TABLE IF NOT EXISTS ha_transactions (txid VARCHAR(250) NOT NULL)";

  @SuppressWarnings("UnusedVariable") // a registry that nobody holds is collected
  private static Registry registry;

  private CartServer() {}

  /**
   * Starts a server.
   *
   * @param arguments port of its RMI registry, jar of the bean, working directory
   */
  @SuppressWarnings("CatchAndPrintStackTrace") // the log of this process
  public static void main(String[] arguments) {
    try {
      serve(arguments);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1); // the registry's threads would keep it
    }
  }

  private static void serve(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    boolean ours = System.getProperty("sample.cmi", "g2cl").equals("g2cl");
    registry = LocateRegistry.createRegistry(port);
    naming(port, ours);
    JOTMTransactionManager manager = new JOTMTransactionManager(new TransactionFactoryImpl());
    database(manager);
    InitialContext context = new InitialContext();
    HaService ha = new CrashingHaService(ours ? ours() : stock());
    ha.start();
    deploy(new File(arguments[1]), arguments[2], context, manager, ha);
    System.out.println("READY " + System.getProperty("sample.server"));
    obey(ha);
  }

  private static void naming(int port, boolean ours) {
    ServerContextFactory.set("cmi.mode.server", "true");
    ServerContextFactory.set(
        "cmi.server.impl.class",
        System.getProperty(
            "sample.view.manager",
            ours
                ? "org.g2cl.cmi.jonas.G2clClusterViewManager"
                : "org.ow2.cmi.controller.server.impl.jgroups.JGroupsClusterViewManager"));
    ServerContextFactory.set("cmi.context.wrapped.protocol", "jrmp");
    ServerContextFactory.set(
        "cmi.context.wrapped.factory", "com.sun.jndi.rmi.registry.RegistryContextFactory");
    ServerContextFactory.set("cmi.context.registry.url", "rmi://127.0.0.1:" + port);
    ConfigurationRepository
        .getCurrentConfiguration(); // sets a factory of Carol's, so it goes first
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, ServerContextFactory.class.getName());
  }

  private static void database(TransactionManager manager) throws Exception {
    String url = System.getProperty("sample.database");
    if (url == null) {
      return;
    }
    boolean h2 = url.startsWith("jdbc:h2:");
    XADataSource source =
        Class.forName(h2 ? "org.h2.jdbcx.JdbcDataSource" : "org.postgresql.xa.PGXADataSource")
            .asSubclass(XADataSource.class)
            .getConstructor()
            .newInstance();
    source.getClass().getMethod(h2 ? "setURL" : "setUrl", String.class).invoke(source, url);
    source.getClass().getMethod("setUser", String.class).invoke(source, h2 ? "sa" : "postgres");
    source.getClass().getMethod("setPassword", String.class).invoke(source, "");
    DataSource enlisting = EnlistingDataSource.of(source, manager);
    ServerContextFactory.bindHere(CartBean.DATA_SOURCE, enlisting);
    try (Connection connection = enlisting.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(ORDERS);
      statement.execute(STOCK_TRANSACTIONS);
    } catch (java.sql.SQLException e) {
      System.out.println("tables: " + e.getMessage()); // another server made them at the same time
    }
  }

  private static HaService stock() {
    return new StockHaService(dataSource(), System.getProperty("sample.ha.stack"));
  }

  private static String dataSource() {
    String named = System.getProperty("sample.transaction.table");
    return named != null
        ? named
        : System.getProperty("sample.database") == null ? null : CartBean.DATA_SOURCE;
  }

  /** By its name, as JOnAS finds the class that jonas.properties names. */
  private static HaService ours() throws ReflectiveOperationException {
    HaService service =
        Class.forName("org.g2cl.cmi.jonas.G2clHaService")
            .asSubclass(HaService.class)
            .getConstructor()
            .newInstance();
    service.getClass().getMethod("setDatasource", String.class).invoke(service, dataSource());
    service
        .getClass()
        .getMethod("setGcPeriod", int.class)
        .invoke(service, Integer.getInteger("sample.gc.period", 600));
    return service;
  }

  private static void deploy(
      File jar, String work, InitialContext context, JOTMTransactionManager manager, HaService ha)
      throws Exception {
    ClassLoader loader =
        new URLClassLoader(new URL[] {jar.toURI().toURL()}, CartServer.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    EjbDeploymentDescManager.setParsingWithValidation(false);
    DeploymentDesc description = EjbDeploymentDescManager.getDeploymentDesc(jar.getPath(), loader);
    JContainer container =
        new JContainer(
            "sample",
            jar.getPath(),
            jar.getPath(),
            loader,
            description,
            null,
            ha,
            null,
            null,
            null,
            work);
    name(container, context);
    container.setTransactionManager(manager);
    container.setSecurity(false);
    cluster(loader);
    for (BeanDesc bean : description.getBeanDesc()) {
      ((JFactory) container.addBean(bean))
          .setResourceCheckerManager(
              Stubs.stub(
                  IResourceCheckerManager.class,
                  (method, arguments) ->
                      method.getName().equals("getResources") ? new ArrayList<Object>() : null));
    }
  }

  /** Gives a container the one naming context for all that it asks for. */
  private static void name(JContainer container, InitialContext context) {
    Context component =
        Stubs.stub(
            Context.class,
            (method, arguments) -> method.getReturnType() == Context.class ? context : null);
    container.setContainerNaming(
        Stubs.stub(
            JNamingManager.class,
            (method, arguments) ->
                method.getName().equals("getInitialContext")
                    ? context
                    : method.getName().equals("getComponentContext") ? component : null));
    container.setComponentContextFactory(
        Stubs.stub(
            JComponentContextFactory.class,
            (method, arguments) ->
                method.getName().equals("createComponentContext") ? component : null));
  }

  /** Says of the cart what its deployment descriptor for CMI would say. */
  @SuppressWarnings("unchecked")
  private static void cluster(ClassLoader loader) throws Exception {
    CMIInfoRepository.addClusteredObjectInfo(
        OBJECT,
        new ClusteredObjectInfo(
            loader.loadClass(CartHome.class.getName()),
            (Class<? extends javax.ejb.EJBObject>) loader.loadClass(Cart.class.getName()),
            "sample",
            true,
            null,
            (Class<? extends IPolicy<?>>)
                Class.forName(
                    "org.ow2.cmi.lb.policy." + System.getProperty("sample.policy", "RoundRobin")),
            null,
            null,
            true,
            true,
            new HashSet<String>()));
  }

  private static void obey(HaService ha) throws Exception {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Administration administration = new Administration((AbsServerClusterViewManager) manager());
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.trim().split(" ", -1);
      if (Administration.knows(words[0])) {
        System.out.println(administration.answer(words));
      } else if (words[0].equals("crash")) {
        CrashPoint.arm(CrashPoint.valueOf(words[1]));
        System.out.println("ARMED " + words[1]);
      } else if (words[0].equals("refuse")) {
        int left = EnlistingDataSource.refuse(Integer.parseInt(words[1]));
        System.out.println("OK " + left + " left");
      } else if (words[0].equals("view")) {
        System.out.println("VIEW " + view());
      } else if (words[0].equals("figures")) {
        System.out.println("RESULT " + figures());
      } else if (words[0].equals("stop")) {
        ha.stop();
        manager().stop();
        System.out.println("STOPPED");
        System.exit(0);
      }
    }
    Runtime.getRuntime().halt(1); // who started it is gone
  }

  private static ServerClusterViewManager manager() throws Exception {
    return (ServerClusterViewManager)
        ClusterViewManagerFactory.getFactory().getClusterViewManager();
  }

  /**
   * Members, own sessions, copies held and missing, and sessions taken over, where the servers run
   * our drop-in.
   */
  private static String figures() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    StringBuilder figures = new StringBuilder();
    for (ObjectName name : server.queryNames(new ObjectName("org.g2cl:type=Group,*"), null)) {
      figures
          .append(((String[]) server.getAttribute(name, "Members")).length)
          .append(' ')
          .append(server.getAttribute(name, "SessionsOwned"))
          .append(' ')
          .append(server.getAttribute(name, "CopiesHeld"))
          .append(' ')
          .append(server.getAttribute(name, "CopiesMissing"))
          .append(' ')
          .append(server.getAttribute(name, "TakeOvers"));
    }
    return figures.toString();
  }

  private static String view() throws Exception {
    StringBuilder view = new StringBuilder();
    for (CMIReference reference : manager().getCMIReferences(OBJECT, "jrmp")) {
      view.append(reference.getServerRef().getPort()).append(' ');
    }
    return view.toString();
  }
}
