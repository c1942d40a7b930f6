package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.g2cl.propagation.MergePolicy;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code g2cl.merge-policy} takes. */
class MergePolicyLoadingTest {
  /** Prefers the second, as nobody does by default. */
  public static final class Second implements MergePolicy {
    @Override
    public boolean prefersSecond(SessionId session, Content one, Content other) {
      return true;
    }
  }

  /** Is none. */
  public static final class NoPolicy {}

  /** Cannot be made. */
  public static final class Throwing implements MergePolicy {
    public Throwing() {
      throw new IllegalStateException("as the test wants it");
    }

    @Override
    public boolean prefersSecond(SessionId session, Content one, Content other) {
      return false;
    }
  }

  /** Wants to be told something. */
  public static final class WithParameter implements MergePolicy {
    public WithParameter(String unused) {}

    @Override
    public boolean prefersSecond(SessionId session, Content one, Content other) {
      return false;
    }
  }

  private static HaSettings settings(String policy) {
    return HaSettings.builder()
        .set(HaSetting.PARTITION, "availability")
        .set(HaSetting.MERGE_POLICY, policy)
        .build();
  }

  @Test
  void shouldMakeThePolicyOfThatName() {
    assertThat(settings(Second.class.getName()).partition().merge()).isInstanceOf(Second.class);
  }

  @Test
  void shouldKeepTheNewestWhenNoneIsNamed() {
    MergePolicy policy = settings(" ").partition().merge();

    assertThat(policy.prefersSecond(new SessionId("cart"), null, null)).isFalse();
  }

  static Stream<String> wrong() {
    return Stream.of(
        "com.shop.Missing",
        NoPolicy.class.getName(),
        Throwing.class.getName(),
        WithParameter.class.getName(),
        MergePolicy.class.getName());
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldNameSettingClassAndRuleWhenItCannotBeMade(String name) {
    assertThatThrownBy(() -> settings(name))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.merge-policy is '" + name + "'")
        .hasMessageContaining("public constructor without parameters")
        .hasMessageContaining(MergePolicy.class.getName())
        .hasCauseInstanceOf(Throwable.class);
  }
}
