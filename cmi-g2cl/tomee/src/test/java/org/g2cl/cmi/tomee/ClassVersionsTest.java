package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.ToolProvider;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.GraphInput;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bean's class as it is before and after an upgrade, each in a class loader of its own. */
class ClassVersionsTest {
  @TempDir Path folder;

  private Class<?> compile(String version, String source) throws Exception {
    Path home = Files.createDirectories(folder.resolve(version));
    Path file = Files.writeString(home.resolve("Bean.java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", home.toString(), file.toString());
    assertThat(failed).isZero();
    var loader = new URLClassLoader(new URL[] {home.toUri().toURL()}, null);
    return loader.loadClass("Bean");
  }

  private static Object make(Class<?> type) throws Exception {
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static Object field(Object bean, String name) throws Exception {
    var field = bean.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(bean);
  }

  private static ClassAllowList list(Class<?> type) {
    return new ClassAllowList("Bean", Set.of(type), List.of());
  }

  /** Forms that states have. */
  private enum Form {
    JAVA,
    GRAPH
  }

  private static Object travel(Form form, Object bean, Class<?> to) throws Exception {
    return form == Form.JAVA ? byJava(bean, to) : byGraph(bean, to);
  }

  private static Object byGraph(Object bean, Class<?> to) throws Exception {
    byte[] bytes =
        format(bean.getClass())
            .write(
                bean instanceof Serializable ? List.of() : List.of(bean),
                out -> out.writeObject(bean));
    return format(to).read(bytes, 0, GraphInput::readObject);
  }

  private static GraphFormat format(Class<?> type) {
    return new GraphFormat(
        new StateRules(list(type), ContentLimits.defaults()), type.getClassLoader());
  }

  private static Object byJava(Object bean, Class<?> to) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new StateOutput(bytes, list(bean.getClass()))) {
      out.writeGraph(bean instanceof Serializable ? bean : new PlainObject(bean));
    }
    var stream = new ByteArrayInputStream(bytes.toByteArray());
    try (var in = new StateInput(stream, list(to), to.getClassLoader())) {
      return in.readGraph();
    }
  }

  private static String source(boolean serializable, String members) {
    return "class Bean "
        + (serializable ? "implements java.io.Serializable " : "")
        + "{ int kept = 7; final String name = name(); static String name() { return \"n\"; }"
        + members
        + "}";
  }

  private void checkBothWays(Form form, boolean serializable) throws Exception {
    Class<?> before = compile("1", source(serializable, "String gone = \"x\";"));
    Class<?> after = compile("2", source(serializable, "long added = 5; void more() {}"));

    Object upgraded = travel(form, make(before), after);
    assertThat(field(upgraded, "kept")).isEqualTo(7);
    assertThat(field(upgraded, "name")).isEqualTo("n");
    assertThat(field(upgraded, "added")).as("not in the state").isEqualTo(0L);

    Object back = travel(form, make(after), before);
    assertThat(field(back, "kept")).isEqualTo(7);
    assertThat(field(back, "gone")).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadStateOfAClassWithAFieldMoreOrLessBothWays(Form form) throws Exception {
    checkBothWays(form, true);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadStateOfAClassThatIsNotSerializableWithAFieldMoreOrLessBothWays(Form form)
      throws Exception {
    checkBothWays(form, false);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepToAVersionThatTheClassDeclares(Form form) throws Exception {
    Class<?> before = compile("1", source(true, "private static final long serialVersionUID = 1;"));
    Class<?> after = compile("2", source(true, "private static final long serialVersionUID = 2;"));

    Object bean = make(before);
    assertThatThrownBy(() -> travel(form, bean, after))
        .isInstanceOf(InvalidClassException.class)
        .hasMessageContaining("serialVersionUID");
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhichFieldHasAnotherTypeNow(Form form) throws Exception {
    Class<?> before = compile("1", "class Bean { String kept = \"x\"; }");
    Class<?> after = compile("2", "class Bean { int kept; }");

    Object bean = make(before);
    assertThatThrownBy(() -> travel(form, bean, after))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Bean.kept");
  }
}
