package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.openejb.core.stateful.StatefulContainerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/reference/settings.md says of the container's properties what the code has. */
class ContainerPropertiesPageTest {
  private static final Path PAGE = Path.of("../../docs/reference/settings.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

  /** What the server sets by itself. */
  private static final Set<String> OF_SERVER = Set.of("Id", "SecurityService", "Properties");

  private static String section() throws IOException {
    String from = Files.readString(PAGE).split("(?m)^## Properties of the container\n", 2)[1];
    return from.split("(?m)^## ", 2)[0];
  }

  private static Set<String> sorted(Stream<String> names) {
    return names.collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> setters(Class<?> type) {
    return sorted(
        Arrays.stream(type.getDeclaredMethods())
            .map(method -> method.getName())
            .filter(name -> name.startsWith("set"))
            .map(name -> name.substring("set".length()))
            .filter(Predicate.not(String::isEmpty)));
  }

  private static Set<String> declared() {
    return sorted(Arrays.stream(ContainerProperty.values()).map(ContainerProperty::key));
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowEveryPropertyOfTheContainer(ContainerProperty property) throws IOException {
    String value = property.defaultValue().isEmpty() ? "" : "`" + property.defaultValue() + "`";
    assertThat(section())
        .contains("| `%s` | %s | %s |".formatted(property.key(), value, property.meaning()));
  }

  @Test
  void shouldShowNoOtherProperties() throws IOException {
    assertThat(sorted(ROW.matcher(section()).results().map(row -> row.group(1))))
        .isEqualTo(declared());
  }

  @Test
  void shouldDeclareEveryPropertyThatTheFactoryTakes() {
    assertThat(declared()).containsAll(setters(ReplicatedStatefulContainerFactory.class));
  }

  @Test
  void shouldNameThePropertiesOfTheStockContainerThatAreNotRead() throws IOException {
    Set<String> passedOver = setters(StatefulContainerFactory.class);
    passedOver.removeAll(OF_SERVER);
    passedOver.removeAll(declared());

    String sentence = section().split("are not read:", 2)[1].split("\\.\\s", 2)[0];
    assertThat(sorted(quoted(sentence))).isEqualTo(passedOver);
  }

  private static Stream<String> quoted(String text) {
    return Pattern.compile("`(\\w+)`").matcher(text).results().map((MatchResult r) -> r.group(1));
  }

  @Test
  void shouldHaveTheStockFactorysDefaultOfTheAccessTimeout() {
    assertThat(
            new ReplicatedStatefulContainerFactory()
                .getAccessTimeout()
                .getTime(TimeUnit.NANOSECONDS))
        .isEqualTo(Long.parseLong(ContainerProperty.ACCESS_TIMEOUT.defaultValue()));
  }
}
