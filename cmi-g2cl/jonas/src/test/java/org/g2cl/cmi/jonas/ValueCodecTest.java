package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ValueCodecTest {
  /** A class of the application. */
  static final class Line implements Serializable {
    private static final long serialVersionUID = 1;
    final int pieces = 3;
  }

  private final ValueCodec strict = new ValueCodec(new AllowedClasses(List.of()));
  private final ValueCodec named =
      new ValueCodec(new AllowedClasses(List.of("org.g2cl.cmi.jonas.*")));

  @Test
  void shouldKeepValuesCollectionsAndExceptionsOfTheJdk() throws IOException {
    var map = new HashMap<String, Object>();
    map.put("list", new ArrayList<>(List.of(1, 2L, java.math.BigDecimal.TEN)));
    map.put("concurrent", new ConcurrentHashMap<>(java.util.Map.of("a", new int[] {1})));
    assertThat(((HashMap<?, ?>) strict.read(strict.write(map))).get("list"))
        .isEqualTo(map.get("list"));
    assertThat(strict.read(strict.write(new IllegalStateException("x"))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRefuseOtherClassesWhenWritingAndNameTheSetting() throws IOException {
    assertThatThrownBy(() -> strict.write(new Line()))
        .hasMessageContaining("ValueCodecTest$Line")
        .hasMessageContaining("g2cl.allowed-classes");
    assertThat(((Line) named.read(named.write(new Line()))).pieces).isEqualTo(3);
  }

  @Test
  void shouldRefuseOtherClassesWhenReading() throws IOException {
    byte[] bytes = named.write(new Line());
    assertThatThrownBy(() -> strict.read(bytes)).hasMessageContaining("g2cl.allowed-classes");
  }

  @Test
  void shouldRefuseGraphsThatAreTooDeep() throws IOException {
    List<Object> deep = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(deep);
    }
    assertThatThrownBy(() -> strict.read(bytes.toByteArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at most 128 objects deep");
    List<Object> value = deep;
    assertThatThrownBy(() -> strict.write(value)).hasMessageContaining("at most 128 objects deep");
  }

  @Test
  void shouldTakeWhatIsWithinLimitsAndRefuseTheRestWhenWriting() throws IOException {
    byte[] large = new byte[3 << 20];
    assertThat(strict.read(strict.write(large))).isEqualTo(large);
    List<Integer> many = new ArrayList<>();
    for (int i = 0; i < 400_000; i++) {
      many.add(i);
    }
    assertThatThrownBy(() -> strict.write(many)).hasMessageContaining("300000 references");
  }

  /** An interface of the application. */
  public interface Price {
    /** The price. */
    int price();
  }

  /** A proxy's other half. */
  static final class Fixed implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return 7;
    }
  }

  @Test
  void shouldRefuseProxiesOfOtherInterfacesWhenWriting() {
    Object proxy = proxy(getClass().getClassLoader(), Price.class);
    ValueCodec handlers =
        new ValueCodec(new AllowedClasses(List.of(Fixed.class.getName(), "java.lang.reflect.*")));
    assertThatThrownBy(() -> handlers.write(proxy))
        .hasMessageContaining("ValueCodecTest$Price")
        .hasMessageContaining("g2cl.allowed-classes");
  }

  @Test
  void shouldReadProxiesOfInterfacesThatTheApplicationAloneSees() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (var application = new ApplicationLoader()) {
      Thread.currentThread().setContextClassLoader(application);
      Class<?> price = application.loadClass(Price.class.getName());
      assertThat(price).isNotSameAs(Price.class);
      ValueCodec proxies =
          new ValueCodec(new AllowedClasses(List.of(Fixed.class.getName(), "java.lang.reflect.*")));
      Object read = proxies.read(proxies.write(proxy(application, price)));
      assertThat(price.getMethod("price").invoke(read)).isEqualTo(7);
      assertThat(read.getClass().getInterfaces()).containsExactly(price);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static Object proxy(ClassLoader loader, Class<?> type) {
    return Proxy.newProxyInstance(loader, new Class<?>[] {type}, new Fixed());
  }

  /** Defines {@link Price} itself, as an application's class loader does with its own. */
  private static final class ApplicationLoader extends URLClassLoader {
    ApplicationLoader() {
      super(
          new URL[] {Price.class.getProtectionDomain().getCodeSource().getLocation()},
          Price.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Price.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }
}
