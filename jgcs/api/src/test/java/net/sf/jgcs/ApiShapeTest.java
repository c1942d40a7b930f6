package net.sf.jgcs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Programs and plug-ins of jGCS 0.8 compile against us: {@code shape-0.8.txt} is still true. */
class ApiShapeTest {
  private static final int TYPES = 30;
  private static final Pattern NAME = Pattern.compile("~?(?:interface|class|enum) ([\\w.]+).*");

  @TestFactory
  Stream<DynamicTest> shouldOfferTheShapeOfJgcs08() throws Exception {
    return listed().entrySet().stream()
        .map(type -> DynamicTest.dynamicTest(name(type.getKey()), () -> check(type)));
  }

  private static void check(Map.Entry<String, List<String>> listed) throws Exception {
    Class<?> type = Class.forName("net.sf.jgcs." + name(listed.getKey()));
    TypeShape shape = new TypeShape(type);
    assertThat(Modifier.isPublic(type.getModifiers())).isTrue();
    assertThat(type.isEnum() || !Modifier.isFinal(type.getModifiers())).isTrue();
    assertThat(shape.head()).isEqualTo(listed.getKey());
    assertThat(shape.members()).containsAll(listed.getValue());
    assertThat(listed.getValue()).as("what has to be implemented").containsAll(shape.demands());
  }

  @Test
  void shouldListEveryTypeOnce() throws IOException {
    assertThat(listed()).hasSize(TYPES);
  }

  private static String name(String head) {
    Matcher matcher = NAME.matcher(head);
    assertThat(matcher.matches()).as(head).isTrue();
    return matcher.group(1);
  }

  private static Map<String, List<String>> listed() throws IOException {
    Map<String, List<String>> types = new LinkedHashMap<>();
    List<String> members = List.of();
    for (String line : lines()) {
      if (line.startsWith("  ")) {
        members.add(line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        members = new ArrayList<>();
        types.put(line, members);
      }
    }
    return types;
  }

  private static List<String> lines() throws IOException {
    try (InputStream file = ApiShapeTest.class.getResourceAsStream("shape-0.8.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
