package org.g2cl.cmi.tomee;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import org.apache.openejb.BeanContext;
import org.apache.openejb.core.ivm.BaseEjbProxyHandler;
import org.apache.openejb.core.stateful.DefaultLockFactory;
import org.apache.openejb.core.stateful.Instance;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.apache.openejb.util.proxy.ProxyManager;
import org.g2cl.bench.cart.Cart;
import org.g2cl.bench.cart.CartBean;
import org.g2cl.bench.cart.Till;
import org.g2cl.bench.node.Basket;
import org.g2cl.bench.node.BasketBean;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.graph.Trail;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.SessionId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to write the state of a bean, and its reply, in the form of our own and by Java
 * serialization? A cart of 1 KB with injected beans; a basket of 1 KB and of 100 KB.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("BanJNDI") // names of our own, in this JVM
public class StateCodecBenchmark {
  /** Forms of states. */
  public enum Form {
    /** Our own. */
    GRAPH,
    /** Java serialization. */
    JAVA
  }

  private static final int CART_LINES = 10;

  /** Form. */
  @Param public Form form;

  /** The cart, or how many lines the basket has. */
  @Param({"cart", "10", "1024"})
  public String bean;

  private EmbeddedBusinessNode node;
  private ReplicatedBean replicated;
  private Instance instance;
  private byte[] written;
  private final Trail trail = new Trail();
  private int lines;
  private int changes;

  /** Starts a server with the beans and takes an instance of one. */
  @Setup
  public void start() throws Exception {
    node =
        EmbeddedBusinessNode.builder()
            .ha(
                HaSettings.builder()
                    .set(HaSetting.LOCATION, "127.0.0.1:" + freePort())
                    .set(HaSetting.BACKUPS, 0)
                    .build())
            .classes(CartBean.class, Till.class, BasketBean.class)
            .start();
    lines = bean.equals("cart") ? CART_LINES : Integer.parseInt(bean);
    Object proxy = bean.equals("cart") ? cart() : basket(lines);
    BeanContext context =
        SystemInstance.get()
            .getComponent(ContainerSystem.class)
            .getBeanContext(bean.equals("cart") ? "BenchCart" : "BasketBean");
    replicated =
        new ReplicatedBean(
            context,
            ReplicatedBean.Rules.defaults(
                new GraphUse(form == Form.GRAPH, new GivenPropagation(null))));
    instance = replicated.read(state(proxy), "cart", null, new DefaultLockFactory());
    written = write();
  }

  private static Object cart() throws Exception {
    Cart cart = (Cart) new InitialContext().lookup("java:openejb/local/BenchCartRemote");
    cart.update(3, 2);
    return cart;
  }

  private static Object basket(int lines) throws Exception {
    Basket basket = (Basket) new InitialContext().lookup("java:openejb/local/BasketBeanRemote");
    basket.fill(lines);
    return basket;
  }

  private byte[] state(Object proxy) throws Exception {
    var handler = (BaseEjbProxyHandler) ProxyManager.getInvocationHandler(proxy);
    var session = new SessionId((String) handler.getProxyInfo().getPrimaryKey());
    var admission = node.ha().orElseThrow().propagation().admit(session, Optional.empty());
    try (var call = ((Admission.Granted) admission).call()) {
      return call.state().orElseThrow();
    }
  }

  private static int freePort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Stops the server. */
  @TearDown
  public void stop() {
    node.close();
  }

  /** The state. */
  @Benchmark
  public byte[] write() throws Exception {
    return replicated.write(instance, written, new Trail());
  }

  /**
   * The state of a session that was written before, as at the end of each call but the first, which
   * has replaced a line.
   */
  @Benchmark
  public byte[] writeAgain() throws Exception {
    changes++;
    if (instance.bean instanceof CartBean cart) {
      cart.replace(changes % lines, 99, changes);
    } else {
      ((Basket) instance.bean).put(changes % lines, 1);
    }
    return replicated.write(instance, written, trail);
  }

  /** The same after a call that has changed nothing. */
  @Benchmark
  public byte[] writeUnchanged() throws Exception {
    return replicated.write(instance, written, trail);
  }

  /** The reply: a number. */
  @Benchmark
  public byte[] reply() throws Exception {
    return replicated.encode(Reply.result(10), 0);
  }

  /** A take-over's part: the instance from the state. */
  @Benchmark
  public Instance read() {
    return replicated.read(written, "cart", null, new DefaultLockFactory());
  }
}
