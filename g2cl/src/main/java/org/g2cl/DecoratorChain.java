package org.g2cl;

import java.util.List;
import java.util.Optional;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;

/**
 * Decorators between a {@link MarshalDataSession} and its engine.
 *
 * @param top session that the application's frames go through; the engine's when there is none
 * @param decorators all of them, from the application to the network
 */
record DecoratorChain(DataSession top, List<DataSessionDecorator> decorators) {
  /** Puts a chain on the session of an engine. */
  @FunctionalInterface
  interface Builder {
    DecoratorChain build(DataSession engine, DroppedFrames dropped, LocalAddress self)
        throws GroupException;
  }

  /** Address of this member, null when not joined. */
  @FunctionalInterface
  interface LocalAddress extends java.util.function.Supplier<java.net.SocketAddress> {}

  static DecoratorChain none(DataSession engine) {
    return new DecoratorChain(engine, List.of());
  }

  /** The engine's view; where all is encrypted, with what members have proved of their leaves. */
  Membership checked(Membership view) {
    return crypto().map(crypto -> crypto.checked(view)).orElse(view);
  }

  /** From the network up, so that what a decorator sends finds those below ready. */
  void onView(Membership view) {
    for (int i = decorators.size() - 1; i >= 0; i--) {
      decorators.get(i).onView(view);
    }
  }

  void onJoined() throws GroupException {
    for (DataSessionDecorator decorator : decorators) {
      decorator.onJoined();
    }
  }

  void flush() {
    decorators.forEach(DataSessionDecorator::flush);
  }

  void onLeaving() {
    decorators.forEach(DataSessionDecorator::onLeaving);
  }

  void onDeparture() {
    decorators.forEach(DataSessionDecorator::onDeparture);
  }

  /** The one that encrypts, if any does. */
  Optional<CryptoDataSession> crypto() {
    return decorators.stream()
        .filter(CryptoDataSession.class::isInstance)
        .map(CryptoDataSession.class::cast)
        .findFirst();
  }

  /** Names of the decorators, from the application to the network. */
  List<String> names() {
    return decorators.stream().map(DataSessionDecorator::name).toList();
  }

  /** The one next to the engine, if there is any. */
  Optional<DataSessionDecorator> lowest() {
    return decorators.isEmpty()
        ? Optional.empty()
        : Optional.of(decorators.get(decorators.size() - 1));
  }

  /** The one that sends messages together, if any does. */
  Optional<BundleDataSession> bundle() {
    return decorators.stream()
        .filter(BundleDataSession.class::isInstance)
        .map(BundleDataSession.class::cast)
        .findFirst();
  }

  /** What was begun to be sent in fragments, if anything ever is. */
  Optional<BegunMessages> begun() {
    return decorators.stream()
        .filter(FragDataSession.class::isInstance)
        .map(decorator -> ((FragDataSession) decorator).begun())
        .findFirst();
  }
}
