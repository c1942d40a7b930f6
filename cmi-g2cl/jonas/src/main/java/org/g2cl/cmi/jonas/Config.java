package org.g2cl.cmi.jonas;

import org.ow2.cmi.controller.server.ServerConfig;

/**
 * Element {@code config} of {@code cmi-config.xml} in the namespace {@code
 * http://org.g2cl.cmi.jonas}: what stock CMI's has, under the same names, and our settings beside.
 *
 * <p>Ours are null when not given; then the system property or environment variable of {@link
 * org.g2cl.cmi.core.HaSetting} counts, and its default. Filled by CMI's XML mapping, so it is a
 * bean; not thread-safe.
 */
public final class Config extends ServerConfig {
  private static final long STOCK_RECONNECTION_MILLIS = 5_000;

  private String confFileName;
  private long recoTimeout = STOCK_RECONNECTION_MILLIS;
  private String groupName = "G1";
  private String engine;
  private String bindAddress;
  private String bindPort;
  private String peers;
  private String stack;
  private String mode;
  private String backups;
  private String minimumCopies;

  /** JGroups 2.x stack file that address, port and members are taken from; null for none. */
  public String getConfFileName() {
    return confFileName;
  }

  /** Sets the name of a JGroups 2.x stack file in the configuration directory or class path. */
  public void setConfFileName(String confFileName) {
    this.confFileName = confFileName;
  }

  /** Sets the load factor, as the file has it. */
  public void setLoadFactorText(String text) {
    setLoadFactor(Attribute.LOAD_FACTOR.number(text));
  }

  /** Sets the time from one refresh of the clients to the next, as the file has it. */
  public void setDelayToRefreshText(String text) {
    setDelayToRefresh(Attribute.DELAY_TO_REFRESH.number(text));
  }

  /** Sets the longest time to join, as the file has it. */
  public void setRecoTimeoutText(String text) {
    setRecoTimeout(Attribute.RECO_TIMEOUT.number(text));
  }

  /** Sets whether there are MBeans, as the file has it. */
  public void setAdminEnabledText(String text) {
    setAdminEnabled(Attribute.ADMIN_ENABLED.flag(text));
  }

  /** Sets whether clients can reach the view here, as the file has it. */
  public void setProviderBoundText(String text) {
    setProviderBound(Attribute.PROVIDER_BOUND.flag(text));
  }

  /** Sets whether clients can look names up here, as the file has it. */
  public void setRegistryBoundText(String text) {
    setRegistryBound(Attribute.REGISTRY_BOUND.flag(text));
  }

  /** Sets whether names are told with their protocol, as the file has it. */
  public void setProtocolAddedText(String text) {
    setProtocolAdded(Attribute.PROTOCOL_ADDED.flag(text));
  }

  /** Longest time to join, in milliseconds, as stock CMI's time for a reconnection. */
  public long getRecoTimeout() {
    return recoTimeout;
  }

  /** Sets the longest time to join, in milliseconds. */
  public void setRecoTimeout(long recoTimeout) {
    this.recoTimeout = recoTimeout;
  }

  /** Name of the group. */
  public String getGroupName() {
    return groupName;
  }

  /** Sets the name of the group. */
  public void setGroupName(String groupName) {
    this.groupName = groupName;
  }

  /** Engine of the group, {@code g2cl.engine}. */
  public String getEngine() {
    return engine;
  }

  /** Sets {@code g2cl.engine}. */
  public void setEngine(String engine) {
    this.engine = engine;
  }

  /** Address that the group's sockets are bound to, {@code g2cl.bind-address}. */
  public String getBindAddress() {
    return bindAddress;
  }

  /** Sets {@code g2cl.bind-address}. */
  public void setBindAddress(String bindAddress) {
    this.bindAddress = bindAddress;
  }

  /** Port in the group, {@code g2cl.bind-port}. */
  public String getBindPort() {
    return bindPort;
  }

  /** Sets {@code g2cl.bind-port}. */
  public void setBindPort(String bindPort) {
    this.bindPort = bindPort;
  }

  /** Members to ask, {@code g2cl.peers}. */
  public String getPeers() {
    return peers;
  }

  /** Sets {@code g2cl.peers}. */
  public void setPeers(String peers) {
    this.peers = peers;
  }

  /** The engine's own stack file, {@code g2cl.stack}. */
  public String getStack() {
    return stack;
  }

  /** Sets {@code g2cl.stack}. */
  public void setStack(String stack) {
    this.stack = stack;
  }

  /** How calls are replicated, {@code g2cl.mode}. */
  public String getMode() {
    return mode;
  }

  /** Sets {@code g2cl.mode}. */
  public void setMode(String mode) {
    this.mode = mode;
  }

  /** Copies that a call waits for, {@code g2cl.backups}. */
  public String getBackups() {
    return backups;
  }

  /** Sets {@code g2cl.backups}. */
  public void setBackups(String backups) {
    this.backups = backups;
  }

  /** Copies without which calls fail, {@code g2cl.minimum-copies}. */
  public String getMinimumCopies() {
    return minimumCopies;
  }

  /** Sets {@code g2cl.minimum-copies}. */
  public void setMinimumCopies(String minimumCopies) {
    this.minimumCopies = minimumCopies;
  }
}
