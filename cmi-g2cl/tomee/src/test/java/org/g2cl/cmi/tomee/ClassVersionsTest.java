package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.tools.ToolProvider;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.GraphInput;
import org.g2cl.cmi.tomee.graph.GraphRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bean's class as it is before and after an upgrade, each in a class loader of its own. */
class ClassVersionsTest {
  @TempDir Path folder;

  private Class<?> compile(String version, String source) throws Exception {
    return load(classes(version, source));
  }

  private Path classes(String version, String source) throws Exception {
    Path home = Files.createDirectories(folder.resolve(version));
    Path file = Files.writeString(home.resolve("Bean.java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", home.toString(), file.toString());
    assertThat(failed).isZero();
    return home;
  }

  private static Class<?> load(Path... homes) throws Exception {
    var urls = new URL[homes.length];
    for (int i = 0; i < homes.length; i++) {
      urls[i] = homes[i].toUri().toURL();
    }
    return new URLClassLoader(urls, null).loadClass("Bean");
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
    GraphRules rules = new StateRules(list(type), ContentLimits.defaults());
    return new GraphFormat(withWishlists(rules), type.getClassLoader());
  }

  /** Rules by which a Wishlist is a reference to a bean, which no reader here has. */
  private static GraphRules withWishlists(GraphRules rules) {
    return (GraphRules)
        Proxy.newProxyInstance(
            GraphRules.class.getClassLoader(),
            new Class<?>[] {GraphRules.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "isReference" -> ((Class<?>) arguments[0]).getName().equals("Wishlist");
                  case "namesOf" -> field(arguments[0], "names");
                  case "referenceOf" ->
                      throw new InvalidObjectException("the bean 'Wishlist' is not deployed");
                  default -> ask(rules, method, arguments);
                });
  }

  private static Object ask(GraphRules rules, Method method, Object... arguments) throws Throwable {
    try {
      return method.invoke(rules, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
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

  /** All that a value may consist of; the fields behind it show that its end was found. */
  private static String withCoupon(boolean serializable) {
    return source(
            serializable,
            """
             java.util.List<Object> early = new java.util.ArrayList<>(java.util.List.of("e"));
             Coupon gone = new Coupon(this);
             Object later = early; String text = Coupon.TEXT; java.util.UUID id = new java.util.UUID(1, 2);
            """)
        + """
        class Coupon implements java.io.Serializable {
          static final String TEXT = new String("shared");
          final Bean bean; final Coupon self = this; final String text = TEXT; final long value = 4;
          final Kind kind = Kind.TWO;
          final Kind[] kinds = Kind.values();
          final int[] numbers = {1, 2};
          final Terms terms = new Terms(Kind.ONE, java.util.List.of(this));
          final Object[] all = {
            new java.util.TreeMap<>(java.util.Map.of(Kind.ONE, "1", Kind.TWO, "2")),
            new java.util.PriorityQueue<>(java.util.List.of(Kind.TWO, Kind.ONE)),
            new java.util.TreeSet<>(new Reverse()),
            new java.util.LinkedHashMap<>(java.util.Map.of(Kind.ONE, Kind.TWO)),
            java.util.Set.of(Kind.ONE, Kind.TWO), java.util.Map.of(Kind.ONE, 1, Kind.TWO, 2),
            java.util.EnumSet.of(Kind.ONE), new java.util.EnumMap<>(java.util.Map.of(Kind.ONE, 1)),
            java.util.UUID.randomUUID(), java.time.Instant.EPOCH, 5L, null, Kind.ONE, Kind.ONE
          };
          Coupon(Bean bean) { this.bean = bean; }
        }
        enum Kind { ONE, TWO { int two() { return 2; } } }
        record Terms(Kind kind, java.util.List<Coupon> coupons) implements java.io.Serializable {}
        class Reverse implements java.util.Comparator<Kind>, java.io.Serializable {
          public int compare(Kind one, Kind two) { return two.compareTo(one); }
        }
        """;
  }

  private static String withoutCoupon(boolean serializable) {
    return source(
        serializable,
        "java.util.List<Object> early; Object later; String text; java.util.UUID id;");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldPassOverAFieldWhoseClassIsNotHere(boolean serializable) throws Exception {
    Class<?> before = compile("1", withCoupon(serializable));
    Class<?> after = compile("2", withoutCoupon(serializable));

    Object upgraded = byGraph(make(before), after);

    assertThat(field(upgraded, "kept")).isEqualTo(7);
    assertThat(field(upgraded, "early")).isEqualTo(List.of("e"));
    assertThat(field(upgraded, "later")).isSameAs(field(upgraded, "early"));
    assertThat(field(upgraded, "text")).as("mentioned first by what is gone").isEqualTo("shared");
    assertThat(field(upgraded, "id")).isEqualTo(new UUID(1, 2));
    assertThat(field(upgraded, "name")).isEqualTo("n");
  }

  private static final String BEHIND = "java.util.UUID behind = new java.util.UUID(1, 2);";

  private static void checkBehind(Object bean) throws Exception {
    assertThat(field(bean, "behind")).isEqualTo(new UUID(1, 2));
    assertThat(field(bean, "name")).isEqualTo("n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldPassOverAFieldWithAConstantThatIsNotHere(boolean serializable) throws Exception {
    String fields = "Kind kind = Kind.ONE; Object gone = java.util.List.of(Kind.TWO);";
    Class<?> before =
        compile("1", source(serializable, fields + BEHIND) + "enum Kind { ONE, TWO }");
    Class<?> after =
        compile("2", source(serializable, "Kind kind;" + BEHIND) + "enum Kind { ONE }");

    Object read = byGraph(make(before), after);

    checkBehind(read);
    assertThat(field(read, "kind")).hasToString("ONE");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldPassOverAFieldThatRefersToABeanWhichIsNotHere(boolean serializable) throws Exception {
    String names = "record Names(String bean) implements java.io.Serializable {}";
    String wishlist = "class Wishlist { final Names names = new Names(\"Wishlist\"); }" + names;
    String fields = "Object[] gone = {new Wishlist(), new Wishlist()};";
    Class<?> before = compile("1", source(serializable, fields + BEHIND) + wishlist);
    Class<?> after = compile("2", source(serializable, BEHIND) + names);

    checkBehind(byGraph(make(before), after));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldPassOverAFieldOfAClassThatIsHereAndRefused(boolean serializable) throws Exception {
    String coupon =
        "class Coupon implements java.io.Serializable { int value = 4; Object self = this; }";
    String fields = "Coupon gone = new Coupon(); Object[] more = {gone, new Coupon[] {gone}};";
    Class<?> before = compile("1", source(serializable, fields + BEHIND) + coupon);
    Class<?> after = load(classes("2", source(serializable, BEHIND)), classes("library", coupon));

    checkBehind(byGraph(make(before), after));
  }

  @Test
  void shouldSayWhatIsMissingWhereAFieldThatIsHereHoldsIt() throws Exception {
    Class<?> before =
        compile("1", source(true, "Kind kind = Kind.TWO;") + "enum Kind { ONE, TWO }");
    Class<?> after = compile("2", source(true, "Kind kind;") + "enum Kind { ONE }");

    Object bean = make(before);

    assertThatThrownBy(() -> byGraph(bean, after))
        .isInstanceOf(InvalidObjectException.class)
        .hasMessageContaining("enum Kind has no TWO");
  }

  @Test
  void shouldSayWhichConstantIsMissingWhereAFieldThatIsHereRefersToWhatIsPassedOver()
      throws Exception {
    String fields = "Object gone = new Object[] {Kind.TWO}; Object later = gone;";
    Class<?> before = compile("1", source(true, fields) + "enum Kind { ONE, TWO }");
    Class<?> after = compile("2", source(true, "Object later;") + "enum Kind { ONE }");

    Object bean = make(before);

    assertThatThrownBy(() -> byGraph(bean, after))
        .isInstanceOf(InvalidObjectException.class)
        .hasMessageContaining("enum Kind has no TWO");
  }

  @Test
  void shouldSayWhichClassIsMissingWhereAFieldThatIsHereRefersToWhatIsPassedOver()
      throws Exception {
    String coupon = "class Coupon implements java.io.Serializable {}";
    Class<?> before =
        compile("1", source(true, "Coupon[] gone = {new Coupon()}; Object later = gone;") + coupon);
    Class<?> after = compile("2", source(true, "Object later;"));

    Object bean = make(before);

    assertThatThrownBy(() -> byGraph(bean, after))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessageContaining("Coupon");
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
