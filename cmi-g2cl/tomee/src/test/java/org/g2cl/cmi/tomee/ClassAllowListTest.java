package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.BadAttributeValueExpException;
import javax.tools.ToolProvider;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.UnsupportedGraphException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A bean of one jar, whose fields are of classes of another one, which holds others too. */
class ClassAllowListTest {
  @TempDir Path folder;

  private static final String LIBRARY =
      """
      package lib;
      public class Price implements java.io.Serializable { Currency currency; }
      class Currency implements java.io.Serializable {}
      class Named implements java.io.Serializable { transient Hidden hidden; static Hidden all; }
      class Hidden implements java.io.Serializable {}
      class Answer extends Named {}
      """;

  private static final String BEAN =
      """
      public class Bean {
        java.util.Map<String, java.util.List<? extends lib.Price[]>> prices;
        Shape shape;
        sealed interface Shape permits Round {}
        record Round(int radius) implements Shape, java.io.Serializable {}
      }
      """;

  private ClassLoader compile(String name, String path, String source, ClassLoader parent)
      throws Exception {
    Path home = Files.createDirectories(folder.resolve(name));
    Path file = home.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    String[] options = {
      "-proc:none", "-cp", folder.resolve("lib").toString(), "-d", home.toString()
    };
    var arguments = new ArrayList<>(List.of(options));
    arguments.add(file.toString());
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(failed).isZero();
    return new URLClassLoader(new URL[] {home.toUri().toURL()}, parent);
  }

  @Test
  void shouldAllowWhatFieldsShowAndNothingElseOfWhereThatComesFrom() throws Exception {
    ClassLoader lib = compile("lib", "lib/Price.java", LIBRARY, null);
    ClassLoader app = compile("app", "Bean.java", BEAN, lib);
    var list = new ClassAllowList("Bean", Set.of(app.loadClass("Bean")), List.of());

    assertThat(list.allows(app.loadClass("lib.Price"))).isTrue();
    assertThat(list.allows(app.loadClass("lib.Currency"))).as("field of a field").isTrue();
    assertThat(list.allows(app.loadClass("Bean$Round"))).isTrue();
    assertThat(list.allows(app.loadClass("lib.Named"))).isFalse();
    assertThat(list.allows(app.loadClass("lib.Answer"))).isFalse();
    assertThat(list.allows(app.loadClass("lib.Hidden"))).isFalse();
  }

  /** As a loader has it that makes classes in memory. */
  @Test
  void shouldAllowABeanOfWhichNobodyKnowsWhereItComesFrom() throws Exception {
    var bean = Class.forName(Pen.class.getName(), false, new OwnLoader(Pen.class));
    assertThat(bean.getProtectionDomain().getCodeSource().getLocation()).isNull();

    assertThat(new ClassAllowList("Pen", Set.of(bean), List.of()).allows(bean)).isTrue();
    assertThat(new ClassAllowList("Pen", Set.of(), List.of()).allows(bean)).isFalse();
  }

  @Test
  void shouldAllowNothingOfAnEmptySetting() {
    var list = new ClassAllowList("Bean", Set.of(), List.of());

    assertThat(list.allows(ClassAllowListTest.class)).isFalse();
    assertThat(list.allows(BadAttributeValueExpException.class)).isFalse();
    assertThat(list.allows(String[][].class)).isTrue();
  }

  static Stream<Object> values() {
    return Stream.of(
        Pattern.compile("a+b", Pattern.CASE_INSENSITIVE),
        new AtomicIntegerArray(new int[] {1, 2}),
        new AtomicLongArray(new long[] {3, 4}),
        new AtomicReferenceArray<>(new String[] {"pen", "ink"}));
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldLetValuesOfTheJdkThrough(Object value) throws Exception {
    var list = new ClassAllowList("Bean", Set.of(), List.of());
    byte[] written = new GraphWriter(list).write(new byte[0], out -> out.writeGraph(value));

    try (var in =
        new StateInput(new ByteArrayInputStream(written), list, Bean.class.getClassLoader())) {
      assertThat(in.readGraph()).hasSameClassAs(value).hasToString(value.toString());
    }
  }

  /** They are the types of its fields, which does not help classes of the JDK. */
  @SuppressWarnings("UnusedVariable") // their types count
  private static final class Bean {
    File file;
    URL url;
    Level level;
    ReentrantReadWriteLock lock;
  }

  @Test
  void shouldSayOfOtherClassesOfTheJdkThatFieldsDoNotBringThem() {
    var list = new ClassAllowList("Bean", Set.of(Bean.class), List.of());

    for (Field field : Bean.class.getDeclaredFields()) {
      assertThatThrownBy(() -> list.check(field.getType()))
          .hasMessageContaining("class " + field.getType().getName() + " is a class of the JDK")
          .hasMessageContaining("which the type of a field of bean Bean does not change")
          .hasMessageContaining("add it to the container's property AllowedClasses (now");
    }
  }

  @Test
  void shouldMatchWholeNamesOnly() {
    String name = Pen.class.getName();
    assertThat(new ClassAllowList("B", Set.of(), List.of(name)).allows(Pen.class)).isTrue();
    for (String wrong : List.of(name.substring(1), name + "s", name.substring(0, 30) + "x")) {
      assertThat(new ClassAllowList("B", Set.of(), List.of(wrong)).allows(Pen.class))
          .as("pattern '%s'", wrong)
          .isFalse();
    }
  }

  @Test
  void shouldRefuseADynamicProxyWhereItIsWrittenWhateverTheListInBothForms() throws Exception {
    var list = new ClassAllowList("Bean", Set.of(Pen.class), List.of("*"));
    Object proxy =
        Proxy.newProxyInstance(
            Pen.class.getClassLoader(), new Class<?>[] {Comparable.class}, new Silent());
    var graphs =
        new GraphFormat(new StateRules(list, ContentLimits.defaults()), Pen.class.getClassLoader());

    assertThat(list.allows(Silent.class)).as("its handler").isTrue();
    assertThatThrownBy(
            () -> {
              try (var out = new StateOutput(new ByteArrayOutputStream(), list)) {
                out.writeGraph(proxy);
              }
            })
        .isInstanceOf(RefusedClassException.class)
        .hasMessageContaining("a dynamic proxy (java.lang.reflect.Proxy), which no member reads");
    assertThatThrownBy(() -> graphs.write(List.of(), out -> out.writeObject(proxy)))
        .as("left to Java serialization")
        .isInstanceOf(UnsupportedGraphException.class)
        .hasMessageContaining("is not allowed");
  }

  private static final class Silent implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return null;
    }
  }

  private static final class Pen implements Serializable {
    private static final long serialVersionUID = 1L;
  }
}
