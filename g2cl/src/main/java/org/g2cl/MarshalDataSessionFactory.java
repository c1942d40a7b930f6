package org.g2cl;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;

/**
 * Factory of sessions whose chain of decorators is set outside the code.
 *
 * <p>{@code chain=bundle,compress,crypto} puts three of them between the application and the
 * network, in this order; an empty chain costs nothing. All members need the same chain. Any order
 * that makes sense is taken, another is refused with the reason. The settings are those of {@link
 * ChainSetting}. Immutable and thread-safe.
 *
 * <pre>{@code
 * MarshalDataSession session =
 *     MarshalDataSessionFactory.of(Map.of("chain", "frag,compress,crypto", "crypto.secret", secret))
 *         .open(protocol, group);
 * }</pre>
 *
 * <p>After "G2CL: A Generic Group Communication Layer for Clustered Applications" (DAIS 2010).
 */
public final class MarshalDataSessionFactory {
  private static final int MIN_SIZE = 1024;
  private static final int MAX_SIZE = 16 * 1024 * 1024;
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
  private static final Duration LONGEST_TOLERANCE = Duration.ofHours(1);
  private static final Duration LONGEST_PROOF = Duration.ofMinutes(5);
  private static final Duration LONGEST_RELOAD = Duration.ofDays(1);
  private static final Duration LONGEST_GRACE = Duration.ofHours(1);

  /** Makes one decorator on the session below it. */
  private interface Layer {
    DataSessionDecorator on(
        DataSession below, DroppedFrames dropped, DecoratorChain.LocalAddress self);
  }

  private final List<Decorator> order;
  private final List<Layer> layers = new ArrayList<>();

  private MarshalDataSessionFactory(ChainSettings settings, Clock clock) throws GroupException {
    order = ChainOrder.read(settings);
    for (Decorator decorator : order) {
      layers.add(layer(decorator, settings, clock));
    }
  }

  /**
   * Creates a factory with these settings.
   *
   * @param properties values by the keys of {@link ChainSetting}; empty for a plain session
   * @throws GroupException when a setting is unknown or wrong, the order of the chain makes no
   *     sense, a key is missing or cannot be read, or set without {@code crypto} in the chain, or a
   *     library is not there; the message says which
   */
  public static MarshalDataSessionFactory of(Map<String, String> properties) throws GroupException {
    return of(properties, Clock.systemUTC());
  }

  static MarshalDataSessionFactory of(Map<String, String> properties, Clock clock)
      throws GroupException {
    return new MarshalDataSessionFactory(new ChainSettings(properties), clock);
  }

  /**
   * Opens a member of a group, not joined yet; see {@link MarshalDataSession#open}.
   *
   * @throws GroupException as that
   */
  public MarshalDataSession open(Protocol protocol, GroupConfiguration group)
      throws GroupException {
    return GroupMarshalDataSession.open(protocol, group, Scheduler.live(), this::build);
  }

  DecoratorChain build(
      DataSession engine, DroppedFrames dropped, DecoratorChain.LocalAddress self) {
    List<DataSessionDecorator> decorators = new ArrayList<>();
    DataSession below = engine;
    for (int i = layers.size() - 1; i >= 0; i--) {
      DataSessionDecorator decorator = layers.get(i).on(below, dropped, self);
      decorators.add(0, decorator);
      below = decorator;
    }
    return new DecoratorChain(below, List.copyOf(decorators));
  }

  private static Layer layer(Decorator decorator, ChainSettings settings, Clock clock)
      throws GroupException {
    return switch (decorator) {
      case FRAG -> frag(settings);
      case BUNDLE -> bundle(settings);
      case COMPRESS -> compress(settings);
      case CRYPTO -> crypto(settings, clock);
    };
  }

  private static Layer frag(ChainSettings settings) throws GroupException {
    int size = settings.number(ChainSetting.FRAG_SIZE, MIN_SIZE, MAX_SIZE);
    return (below, dropped, self) -> new FragDataSession(below, dropped, size);
  }

  private static Layer bundle(ChainSettings settings) throws GroupException {
    int size = settings.number(ChainSetting.BUNDLE_SIZE, MIN_SIZE, MAX_SIZE);
    Duration delay = settings.duration(ChainSetting.BUNDLE_DELAY, LONGEST_DELAY);
    return (below, dropped, self) -> new BundleDataSession(below, dropped, size, delay);
  }

  private static Layer compress(ChainSettings settings) throws GroupException {
    int minSize = settings.number(ChainSetting.COMPRESS_MIN_SIZE, 1, MAX_SIZE);
    Compression compression = compression(settings);
    return (below, dropped, self) -> new CompressDataSession(below, dropped, compression, minSize);
  }

  private static Compression compression(ChainSettings settings) throws GroupException {
    Compression compression = Compression.named(settings.text(ChainSetting.COMPRESS_ALGORITHM));
    if (compression == null) {
      throw settings.wrong(ChainSetting.COMPRESS_ALGORITHM, "it must be deflate or lz4");
    }
    if (compression.missing() != null) {
      throw settings.wrong(ChainSetting.COMPRESS_ALGORITHM, compression.missing());
    }
    return compression;
  }

  private static Layer crypto(ChainSettings settings, Clock clock) throws GroupException {
    int window = settings.number(ChainSetting.CRYPTO_REPLAY_WINDOW, Long.SIZE, 1 << 20);
    if (window % Long.SIZE != 0) {
      throw settings.wrong(ChainSetting.CRYPTO_REPLAY_WINDOW, "it must be a multiple of 64");
    }
    String context = settings.text(ChainSetting.CRYPTO_CONTEXT);
    KeyFile file = KeyFile.of(settings, context); // before the keys: a change between is seen later
    CryptoSettings crypto =
        new CryptoSettings(
            CryptoKeys.read(settings, context),
            file,
            context,
            window,
            settings.duration(ChainSetting.CRYPTO_CLOCK_TOLERANCE, LONGEST_TOLERANCE),
            settings.duration(ChainSetting.CRYPTO_PROOF_TIMEOUT, LONGEST_PROOF),
            settings.duration(ChainSetting.CRYPTO_RELOAD, LONGEST_RELOAD),
            settings.duration(ChainSetting.CRYPTO_GRACE, LONGEST_GRACE));
    return (below, dropped, self) -> new CryptoDataSession(below, dropped, crypto, self, clock);
  }

  /** Names of the decorators, from the application to the network. */
  @Override
  public String toString() {
    return "MarshalDataSessionFactory" + order.stream().map(Decorator::settingName).toList();
  }
}
