package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.openejb.BeanContext;
import org.apache.openejb.BeanType;
import org.apache.openejb.OpenEJB;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.assembler.classic.AppInfo;
import org.apache.openejb.assembler.classic.Assembler;
import org.apache.openejb.config.AppModule;
import org.apache.openejb.config.ConfigurationFactory;
import org.apache.openejb.config.EjbModule;
import org.apache.openejb.core.ServerFederation;
import org.apache.openejb.jee.Beans;
import org.apache.openejb.jee.EjbJar;
import org.apache.openejb.jee.oejb3.OpenejbJar;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.apache.xbean.finder.AnnotationFinder;
import org.apache.xbean.finder.archive.Archive;
import org.apache.xbean.finder.archive.ClassesArchive;
import org.apache.xbean.finder.archive.CompositeArchive;
import org.apache.xbean.finder.archive.FileArchive;
import org.apache.xbean.finder.archive.JarArchive;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * OpenEJB in this JVM with one application, put together without looking through the class path.
 * There can be one per JVM.
 */
final class EmbeddedServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);

  private static final String META_INF = "META-INF/";
  private static final String PERSISTENCE = "persistence.xml";

  private final Set<String> ownProperties;

  private EmbeddedServer(Properties properties) {
    ownProperties = new HashSet<>(properties.stringPropertyNames());
    ownProperties.removeAll(System.getProperties().stringPropertyNames());
  }

  /**
   * Starts OpenEJB.
   *
   * @param properties OpenEJB's own: resources, containers
   * @param replication component that a replicating container looks for, or null
   * @throws IllegalStateException when one runs already, or a property is wrong
   */
  static EmbeddedServer start(Properties properties, Replication replication) {
    if (OpenEJB.isInitialized()) {
      throw new IllegalStateException(
          "OpenEJB runs in this JVM already, and there can be one; close it first");
    }
    var server = new EmbeddedServer(properties);
    try {
      SystemInstance.reset();
      SystemInstance.init(properties);
      if (replication != null) {
        SystemInstance.get().setComponent(Replication.class, replication);
      }
      OpenEJB.init(properties, new ServerFederation());
      return server;
    } catch (Exception e) {
      server.close();
      throw new IllegalStateException("OpenEJB cannot be started: " + e.getMessage(), e);
    } catch (Error e) { // as of a class that cannot be loaded
      server.close();
      throw e;
    }
  }

  /**
   * Deploys the beans among the classes and archives, and the persistence units of the archives.
   *
   * @throws IllegalStateException when the application is not valid
   */
  void deploy(String name, List<Class<?>> classes, List<Path> archives) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    var beans = new EjbModule(loader, name, null, new EjbJar(name), new OpenejbJar());
    var application = new AppModule(loader, name);
    application.getEjbModules().add(beans);
    try {
      beans.setFinder(new AnnotationFinder(archive(loader, classes, archives)).link());
      beans.setBeans(new Beans());
      application.getAltDDs().put(PERSISTENCE, persistence(archives));
      AppInfo info = new ConfigurationFactory().configureApplication(application);
      assembler().createApplication(info, loader);
    } catch (Exception e) {
      throw new IllegalStateException(
          "application '%s' cannot be deployed: %s".formatted(name, e.getMessage()), e);
    }
  }

  /**
   * Checks that stateful beans are in a replicating container.
   *
   * @throws IllegalStateException when one is in another, which a configuration has added
   */
  void requireReplicatingContainer() {
    for (BeanContext bean :
        SystemInstance.get().getComponent(ContainerSystem.class).deployments()) {
      if (bean.getComponentType() == BeanType.STATEFUL
          && !(bean.getContainer() instanceof ReplicatedStatefulContainer)) {
        throw new IllegalStateException(
            "bean %s is in container '%s', which replicates nothing; take that container out of the node's properties or of the file that openejb.configuration names, or ask for no replication"
                .formatted(bean.getDeploymentID(), bean.getContainer().getContainerID()));
      }
    }
  }

  private static Archive archive(ClassLoader loader, List<Class<?>> classes, List<Path> archives)
      throws MalformedURLException {
    var parts = new ArrayList<Archive>();
    parts.add(new ClassesArchive(classes));
    for (Path path : archives) {
      parts.add(
          path.toFile().isDirectory()
              ? new FileArchive(loader, path.toFile())
              : new JarArchive(loader, path.toUri().toURL()));
    }
    return new CompositeArchive(parts);
  }

  private static List<URL> persistence(List<Path> archives) throws MalformedURLException {
    var found = new ArrayList<URL>();
    for (Path path : archives) {
      URI root = path.toUri();
      URI descriptor =
          Files.isDirectory(path)
              ? root.resolve(META_INF + PERSISTENCE)
              : URI.create("jar:" + root + "!/" + META_INF + PERSISTENCE);
      if (exists(descriptor.toURL())) {
        found.add(descriptor.toURL());
      }
    }
    return found;
  }

  private static boolean exists(URL url) {
    try (var in = url.openStream()) {
      return in != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static Assembler assembler() {
    return SystemInstance.get().getComponent(Assembler.class);
  }

  /** Undeploys the application and stops OpenEJB. */
  @Override
  public void close() {
    Assembler assembler = assembler();
    if (assembler != null) {
      for (AppInfo application : List.copyOf(assembler.getDeployedApplications())) {
        undeploy(assembler, application);
      }
    }
    OpenEJB.destroy();
    ownProperties.forEach(System::clearProperty); // SystemInstance.init makes them the JVM's
    SystemInstance.reset();
  }

  private static void undeploy(Assembler assembler, AppInfo application) {
    try {
      assembler.destroyApplication(application);
    } catch (OpenEJBException | RuntimeException e) {
      LOG.warn("application {} cannot be undeployed", application.appId, e);
    }
  }
}
