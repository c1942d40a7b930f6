package org.g2cl.cmi.core;

import java.util.Locale;
import java.util.Optional;

/**
 * Setting of {@link HaService}: its name, the same as a property and, in capitals with underscores,
 * in the environment; its default; and its meaning.
 */
public enum HaSetting {
  /** {@code g2cl.engine}. */
  ENGINE("engine", "jgroups", "Name of the group communication engine on the class path"),
  /** {@code g2cl.group}. */
  GROUP("group", "cmi-g2cl", "Name of the group; nodes of one group replicate to each other"),
  /** {@code g2cl.location}. */
  LOCATION("location", "127.0.0.1:4201", "host:port at which clients reach this node's beans"),
  /** {@code g2cl.name}. */
  NAME("name", "", "Name of this node for people, in figures and pages; empty for its location"),
  /** {@code g2cl.bind-address}. */
  BIND_ADDRESS("bind-address", "127.0.0.1", "Address that every socket of the group is bound to"),
  /** {@code g2cl.bind-port}. */
  BIND_PORT("bind-port", "0", "Port of this member in the group; 0 takes a free one"),
  /** {@code g2cl.peers}. */
  PEERS("peers", "", "Members to ask when joining, host:port,host:port; empty for a new group"),
  /** {@code g2cl.peers-dns}. */
  PEERS_DNS(
      "peers-dns",
      "",
      "In place of peers: DNS names of the hosts of all members, separated by commas; all members have the same bind-port"),
  /** {@code g2cl.stack}. */
  STACK("stack", "", "File with the engine's own configuration; empty for the one that we ship"),
  /** {@code g2cl.secret}. */
  SECRET(
      "secret",
      "",
      "Secret that all nodes share, 16 characters or more: who lacks it stays out, and all is encrypted"),
  /** {@code g2cl.accepted-secrets}. */
  ACCEPTED_SECRETS(
      "accepted-secrets",
      "",
      "Further secrets that are accepted while the secret changes, separated by blanks"),
  /** {@code g2cl.secret-file}. */
  SECRET_FILE(
      "secret-file", "", "File with secrets, one in a line: the first is used, all are accepted"),
  /** {@code g2cl.keystore}. */
  KEYSTORE("keystore", "", "PKCS12 key store with AES keys of 256 bits, in place of a secret"),
  /** {@code g2cl.keystore-password}. */
  KEYSTORE_PASSWORD("keystore-password", "", "Password of the key store and its keys"),
  /** {@code g2cl.key-aliases}. */
  KEY_ALIASES(
      "key-aliases",
      "g2cl",
      "Keys of the key store, separated by commas: the first is used, all are accepted"),
  /** {@code g2cl.unprotected}. */
  UNPROTECTED(
      "unprotected",
      "false",
      "true starts a member that strangers could join: on an address that is not loopback, without secret, key store or TLS"),
  /** {@code g2cl.chain}. */
  CHAIN("chain", "", "Decorators of group messages besides encryption: frag, bundle, compress"),
  /** {@code g2cl.join-timeout}. */
  JOIN_TIMEOUT("join-timeout", "PT60S", "Longest wait for the registry once this node has joined"),
  /** {@code g2cl.leave-timeout}. */
  LEAVE_TIMEOUT("leave-timeout", "PT20S", "Longest time to hand sessions over when stopping"),
  /** {@code g2cl.mode}. */
  MODE(
      "mode",
      "synchronous",
      "How calls are replicated: synchronous (to as many as backups says), majority, all, asynchronous"),
  /** {@code g2cl.backups}. */
  BACKUPS("backups", "1", "Copies besides the owner's, in the modes synchronous and asynchronous"),
  /** {@code g2cl.minimum-copies}. */
  MINIMUM_COPIES(
      "minimum-copies",
      "0",
      "Copies besides the owner's without which calls fail; 0 goes on alone. Not in the mode"
          + " asynchronous"),
  /** {@code g2cl.partition}. */
  PARTITION(
      "partition",
      "primary",
      "Which part of a split group goes on: primary, the majority, or of two left whoever is alone; strict, the majority; availability, every part"),
  /** {@code g2cl.partition-size}. */
  PARTITION_SIZE(
      "partition-size",
      "0",
      "Most nodes that the whole group can have, of which the majority goes on, or half with the first node, with primary too; not with availability. 0 counts those of the last primary view"),
  /** {@code g2cl.merge-policy}. */
  MERGE_POLICY(
      "merge-policy",
      "",
      "Class that chooses, with partition=availability, which part's state of a session stays after a split; empty for the newest"),
  /** {@code g2cl.acknowledge-timeout}. */
  ACKNOWLEDGE_TIMEOUT(
      "acknowledge-timeout",
      "PT0.5S",
      "Time after which a silent backup is replaced by the next; `g2cl.call-timeout` at most"),
  /** {@code g2cl.call-timeout}. */
  CALL_TIMEOUT(
      "call-timeout",
      "PT10S",
      "Longest time of each wait of a call: to enter its session, a take-over included; for the database to settle what was under way there; for backups that do not answer"),
  /** {@code g2cl.max-state-bytes}. */
  MAX_STATE_BYTES(
      "max-state-bytes",
      "10485760",
      "Largest state of one bean, in bytes; 25165824 (24 MiB) at most. A reply may have as many, or (63 MiB - 2 states) / (`g2cl.replies-kept` + 1) if that is less"),
  /** {@code g2cl.memory-limit}. */
  MEMORY_LIMIT(
      "memory-limit",
      "0",
      "Bytes of states in memory, above which those not used for longest go to files; 0 for none"),
  /** {@code g2cl.passivation-folder}. */
  PASSIVATION_FOLDER(
      "passivation-folder", "", "Folder of these files; empty for one in the temporary folder"),
  /** {@code g2cl.replies-kept}. */
  REPLIES_KEPT(
      "replies-kept",
      "8",
      "Replies remembered per session, for requests that come again; 251 at most"),
  /** {@code g2cl.tombstone-retention}. */
  TOMBSTONE_RETENTION(
      "tombstone-retention",
      "PT10M",
      "Time for which a removed session's reply is remembered, and at members without a copy that older copies are out of step; PT1M or longer"),
  /** {@code g2cl.repairs-per-second}. */
  REPAIRS_PER_SECOND(
      "repairs-per-second", "2000", "Missing copies that a node makes again per second, at most"),
  /** {@code g2cl.marker-retention}. */
  MARKER_RETENTION(
      "marker-retention", "PT1H", "Age at which transaction markers are swept, PT1M or longer"),
  /** {@code g2cl.status-port}. */
  STATUS_PORT(
      "status-port",
      "",
      "Port of this node's page, figures and health by HTTP, see cmi-g2cl/watch; 0 takes a free one; empty for none"),
  /** {@code g2cl.status-address}. */
  STATUS_ADDRESS(
      "status-address", "127.0.0.1", "Address that the page is bound to; it has no password");

  private static final String PREFIX = "g2cl.";

  private final String suffix;
  private final String defaultValue;
  private final String meaning;

  HaSetting(String suffix, String defaultValue, String meaning) {
    this.suffix = suffix;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** Name as a property, for instance {@code g2cl.bind-port}. */
  public String key() {
    return PREFIX + suffix;
  }

  /** Name in the environment, for instance {@code G2CL_BIND_PORT}. */
  public String environmentKey() {
    return key().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Value when nothing is set; durations in ISO-8601. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Meaning in one line. */
  public String meaning() {
    return meaning;
  }

  /** Whether the value must not be shown. */
  boolean secret() {
    return this == SECRET || this == ACCEPTED_SECRETS || this == KEYSTORE_PASSWORD;
  }

  static Optional<HaSetting> ofKey(String key) {
    for (HaSetting setting : values()) {
      if (setting.key().equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }
}
