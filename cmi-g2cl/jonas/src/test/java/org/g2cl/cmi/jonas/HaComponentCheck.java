package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import java.util.jar.JarFile;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;

/**
 * Service {@code ha} in Apache Felix, as a component of iPOJO, beside CMI's bundle with our
 * fragment: waits for the services of CMI and of transactions, started with its properties, seen as
 * a service, given to the EJB container, stopped. Run after the jars are built, in the phase {@code
 * integration-test}.
 */
class HaComponentCheck {
  private static final String COMPONENT = "org.g2cl.cmi.jonas.ha.HaComponent";
  private static final String FACTORY = "org.apache.felix.ipojo.Factory";
  private static final String SERVICE = "org.ow2.jonas.ha.HaService";
  private static final String CONTAINER = "org.ow2.jonas.lib.ejb21.ha.JRepUtil";

  /** States of an instance, of iPOJO's interface. */
  private static final int INVALID = 1;

  private static final int VALID = 2;
  private static final Path JAR = Path.of(System.getProperty("jonas.ha.jar", "none"));

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @TempDir Path work;
  private Framework framework;

  @BeforeEach
  void start() throws Exception {
    // CMI is to be seen by its bundle only
    Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    System.setProperty("g2cl.bind-port", "0");
    framework =
        new FrameworkFactory()
            .newFramework(Map.of("org.osgi.framework.storage", work.resolve("cache").toString()));
    framework.start();
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(20_000);
    System.clearProperty("g2cl.bind-port");
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  @SuppressWarnings("JdkObsolete") // OSGi has dictionaries
  void shouldStartAsComponentOfIpojoAndReachTheContainersBundle() throws Exception {
    BundleContext context = framework.getBundleContext();
    Bundle ipojo = context.installBundle(OsgiBundles.ipojo());
    ipojo.start();
    Bundle host = context.installBundle(OsgiBundles.host(work));
    context.installBundle(OsgiBundles.fragment(work));
    host.start();
    Bundle container;
    try (InputStream jar =
        OsgiBundles.of(CONTAINER, container(), Map.of("Import-Package", "org.ow2.cmi.ha"))) {
      container = context.installBundle("container", jar);
    }
    context.installBundle("ipojo:" + OsgiBundles.address(JAR)).start();

    String named = "(factory.name=" + COMPONENT + ")";
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> context.getAllServiceReferences(FACTORY, named) != null); // by its own thread
    ServiceReference<?>[] factories = context.getAllServiceReferences(FACTORY, named);
    assertThat(factories).hasSize(1);
    Dictionary<String, Object> properties = new Hashtable<>(Map.of("gc.period", "30"));
    Object instance =
        method(ipojo, FACTORY, "createComponentInstance", 1)
            .invoke(context.getService(factories[0]), properties);

    ServersServices services = new ServersServices(host);
    assertThat(state(ipojo, instance)).as("before the server's services").isEqualTo(INVALID);
    services.registerTransactions();
    assertThat(state(ipojo, instance)).as("before CMI").isEqualTo(INVALID);
    assertThat(context.getAllServiceReferences(SERVICE, null)).isNull();
    assertThat(container.loadClass(CONTAINER).getField("given").get(null)).isNull();
    ServiceRegistration<?> cmi = services.registerCmi();
    assertThat(state(ipojo, instance)).isEqualTo(VALID);

    ServiceReference<?>[] ours = context.getAllServiceReferences(SERVICE, null);
    assertThat(ours).hasSize(1);
    Object service = context.getService(ours[0]);
    assertThat(service.getClass().getMethod("isStarted").invoke(service)).isEqualTo(true);
    Object manager = container.loadClass(CONTAINER).getField("given").get(null);
    assertThat(manager).as("given to the container").isNotNull();
    assertThat(manager.getClass().getMethod("getinfoTimeout").invoke(manager))
        .as("gc.period")
        .hasToString("30");
    services.callABeanOf(manager);
    assertThat(services.transactionsAsked()).as("the server's transaction manager").isPositive();

    cmi.unregister();
    assertThat(state(ipojo, instance)).as("without CMI").isEqualTo(INVALID);
    assertThat(service.getClass().getMethod("isStarted").invoke(service)).isEqualTo(false);
    assertThat(context.getAllServiceReferences(SERVICE, null)).isNull();
    services.registerCmi();
    assertThat(context.getAllServiceReferences(SERVICE, null)).as("CMI is back").hasSize(1);

    method(ipojo, "org.apache.felix.ipojo.ComponentInstance", "dispose", 0).invoke(instance);
    assertThat(service.getClass().getMethod("isStarted").invoke(service)).isEqualTo(false);
    assertThat(context.getAllServiceReferences(SERVICE, null)).isNull();
  }

  private static Object state(Bundle ipojo, Object instance) throws Exception {
    return method(ipojo, "org.apache.felix.ipojo.ComponentInstance", "getState", 0)
        .invoke(instance);
  }

  @Test
  void shouldBeABundleThatTakesOursFromTheFragmentAndThatIpojoUnderstands() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile());
        InputStream code =
            jar.getInputStream(jar.getEntry(COMPONENT.replace('.', '/') + ".class"))) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Import-Package"))
          .contains("org.g2cl.cmi.jonas", "org.ow2.jonas.ha")
          .contains("org.ow2.jonas.cmi", "org.ow2.jonas.tm");
      assertThat(jar.getEntry("metadata.xml")).isNotNull();
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      assertThat(code.readNBytes(8)[7])
          .as("version of the class file")
          .isLessThanOrEqualTo((byte) 51);
    }
  }

  private static Method method(Bundle bundle, String type, String name, int parameters)
      throws Exception {
    for (Method method : bundle.loadClass(type).getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        return method;
      }
    }
    throw new AssertionError(type + " has no " + name);
  }

  /**
   * The one class of the EJB container's bundle that the service needs, keeping what it is given.
   */
  private static byte[] container() {
    String name = CONTAINER.replace('.', '/');
    String manager = "Lorg/ow2/cmi/ha/ReplicationManager;";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    writer
        .visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "given", manager, null, null)
        .visitEnd();
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "setRepMgr", "(" + manager + ")V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.PUTSTATIC, name, "given", manager);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
