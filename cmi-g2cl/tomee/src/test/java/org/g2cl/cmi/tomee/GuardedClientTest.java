package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.ejb.EJBException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.ClientMetaData;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EJBObjectHandler;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.client.InterfaceType;
import org.apache.openejb.client.JNDIContext;
import org.apache.openejb.client.ServerMetaData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reference that a stranger has put together, and what calls it while it is read. */
class GuardedClientTest {
  private final AtomicInteger connections = new AtomicInteger();
  private ServerSocket elsewhere;

  @BeforeEach
  void listen() throws Exception {
    elsewhere = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    new Thread(this::count).start();
  }

  private void count() {
    try {
      while (true) {
        elsewhere.accept().close();
        connections.incrementAndGet();
      }
    } catch (IOException e) {
      // the test is over
    }
  }

  @AfterEach
  void forget() throws Exception {
    elsewhere.close();
    Client.setClient(new Client());
  }

  private Object reference(Class<?>... views) {
    var bean =
        new EJBMetaDataImpl(
            null,
            null,
            null,
            "STATELESS",
            "Forged",
            InterfaceType.BUSINESS_REMOTE,
            List.of(views),
            Set.of());
    var server = new ServerMetaData(URI.create("ejbd://127.0.0.1:" + elsewhere.getLocalPort()));
    return EJBObjectHandler.createEJBObjectHandler(
            JNDIContext.globalExecutor(), bean, server, new ClientMetaData(), null, null)
        .createEJBObjectProxy();
  }

  /** Order of numbers where it is, and a reference where it is read. */
  private static final class Bait implements Comparator<Object>, Serializable {
    private static final long serialVersionUID = 1L;

    private final transient Object reference;

    Bait(Object reference) {
      this.reference = reference;
    }

    @Override
    public int compare(Object one, Object other) {
      return Integer.compare(one.hashCode(), other.hashCode());
    }

    private Object writeReplace() {
      return reference;
    }
  }

  /** What calls a comparator while it is read. */
  private enum Reading {
    QUEUE,
    EQUAL_KEYS
  }

  private Object holder(Reading reading) {
    var bait = new Bait(reference(Errand.class, Comparator.class));
    if (reading == Reading.QUEUE) {
      var queue = new PriorityQueue<Object>(bait);
      queue.addAll(List.of(1, 2));
      return queue;
    }
    var one = new TreeMap<Object, Object>(bait);
    one.put(1, 1);
    var map = new HashMap<Object, Object>();
    map.put(one, 1);
    map.put(new TreeMap<>(Map.of(1, 1, 2, 2)), 2);
    one.put(2, 2); // the same key as the other now
    return map;
  }

  private static byte[] written(Object object) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object read(byte[] bytes) throws Exception {
    try (var in = new EjbObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldConnectToNobodyWhileARequestIsRead(Reading reading) throws Exception {
    byte[] request = written(holder(reading));
    GuardedClient.install();

    assertThatThrownBy(() -> read(request)).hasStackTraceContaining("is not called on a bean");

    assertThat(connections).hasValue(0);
  }

  @Test
  void shouldLetBeansBeCalledByInterfacesOfTheirOwn() throws Exception {
    GuardedClient.install();
    var bean = (Errand) read(written(reference(Errand.class)));

    assertThatThrownBy(bean::done).isInstanceOf(EJBException.class);

    await().until(() -> connections.get() > 0);
  }

  /** View of a bean. */
  interface Errand {
    String done();
  }

  @Test
  void shouldNotGoBeforeItself() throws Exception {
    GuardedClient.install();
    Object first = client();
    GuardedClient.install();

    assertThat(client()).isSameAs(first);
  }

  private static Object client() throws Exception {
    var field = Client.class.getDeclaredField("client");
    field.setAccessible(true);
    return field.get(null);
  }
}
