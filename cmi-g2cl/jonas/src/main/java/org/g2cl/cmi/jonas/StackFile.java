package org.g2cl.cmi.jonas;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import org.g2cl.cmi.core.HaSetting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stack file of stock's that a setting names.
 *
 * @param setting that names it, for messages
 * @param name null or blank for none
 * @param directory in which it is looked for first; null or blank for none
 */
record StackFile(String setting, String name, String directory) {
  private static final Logger LOG = LoggerFactory.getLogger(StackFile.class);

  boolean isNamed() {
    return name != null && !name.trim().isEmpty();
  }

  private boolean hasDirectory() {
    return directory != null && !directory.trim().isEmpty();
  }

  /**
   * Sets address, port and members as the file has them, each where it is not given otherwise.
   *
   * @throws JonasConfigurationException when it is not there, or cannot be used
   */
  void takeOver(SettingSources sources) {
    try (InputStream in = open()) {
      if (in == null) {
        throw new JonasConfigurationException(notFound());
      }
      StockStack stack = StockStack.read(name, in, System::getProperty);
      String source = " of stack file '" + name + "'";
      if (!sources.isGiven(HaSetting.BIND_ADDRESS)) {
        sources.put(HaSetting.BIND_ADDRESS, stack.bindAddress(), "bind_addr" + source);
      }
      if (!sources.isGiven(HaSetting.BIND_PORT)) {
        sources.put(HaSetting.BIND_PORT, stack.bindPort(), "bind_port" + source);
      }
      String peers = stack.peers();
      sources.put(HaSetting.PEERS, peers, "initial_hosts" + source);
      LOG.info(
          "stack file {}: address, port and members are taken over, and the members are {}; port_range"
              + " does not count, time-outs of {} are the engine's own",
          name,
          peers,
          stack.leftOut());
    } catch (IOException e) {
      throw new JonasConfigurationException(
          "%s is '%s', which cannot be read: %s".formatted(setting, name, e.getMessage()), e);
    }
  }

  private String notFound() {
    return "%s is '%s', which is %s; correct it, or leave it out and set peers=\"host:port,host:port\""
        .formatted(
            setting,
            name,
            hasDirectory()
                ? "neither in the directory " + directory + " nor on the class path"
                : "not on the class path, and cmi.conf.dir names no directory to look in");
  }

  /** The places in which stock CMI looks. */
  private InputStream open() throws IOException {
    if (hasDirectory() && new File(directory, name).isFile()) {
      return Files.newInputStream(new File(directory, name).toPath());
    }
    URL url = ClassLoader.getSystemClassLoader().getResource(name);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (url == null && context != null) {
      url = context.getResource(name);
    }
    return url == null ? null : url.openStream();
  }

  @Override
  public String toString() {
    return setting + " " + name;
  }
}
