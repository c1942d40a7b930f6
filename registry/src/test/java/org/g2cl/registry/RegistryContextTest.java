package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Binding;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.InvalidNameException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.jgcs.local.LocalNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // JNDI is what is tested, with its own types
class RegistryContextTest {
  private Protocol protocol;
  private Registry registry;
  private Context context;

  @BeforeEach
  void open() throws Exception {
    protocol = LocalNetwork.live().factory("a").createProtocol();
    MarshalDataSession session =
        MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
    registry = Registry.start(session);
    session.join();
    registry.awaitReady(Duration.ofSeconds(10));
    context = new InitialContext(environment());
  }

  private static Hashtable<String, Object> environment() {
    Hashtable<String, Object> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, RegistryContextFactory.class.getName());
    return environment;
  }

  @AfterEach
  void close() throws Exception {
    registry.close();
    protocol.close();
  }

  @Test
  void shouldBindLookUpRebindAndUnbind() throws Exception {
    context.bind("ejb/cart/url", "ejbd://127.0.0.1:4201");
    assertThat(context.lookup("ejb/cart/url")).isEqualTo("ejbd://127.0.0.1:4201");
    assertThat(registry.lookup("ejb/cart/url")).isPresent();
    assertThatThrownBy(() -> context.bind("ejb/cart/url", "x"))
        .isInstanceOf(javax.naming.NameAlreadyBoundException.class);
    context.rebind("ejb/cart/url", 7);
    assertThat(context.lookup("ejb/cart/url")).isEqualTo(7);
    context.rename("ejb/cart/url", "moved");
    assertThat(context.lookup("moved")).isEqualTo(7);
    context.unbind("moved");
    context.unbind("moved");
    assertThatThrownBy(() -> context.lookup("moved")).isInstanceOf(NameNotFoundException.class);
  }

  @Test
  void shouldWalkSubContexts() throws Exception {
    context.bind("ejb/cart/url", "u");
    context.bind("ejb/count", 2);
    Context ejb = (Context) context.lookup("ejb");
    assertThat(ejb.lookup("cart/url")).isEqualTo("u");
    assertThat(ejb.getNameInNamespace()).isEqualTo("ejb");
    Context made = context.createSubcontext("web");
    made.bind("page", "p");
    assertThat(context.lookup("web/page")).isEqualTo("p");
    assertThatThrownBy(() -> context.createSubcontext("ejb")).isInstanceOf(NamingException.class);
    assertThatThrownBy(() -> context.bind("ejb", "value"))
        .isInstanceOf(javax.naming.NameAlreadyBoundException.class);
  }

  @Test
  void shouldBindNoNameThatHidesOthersOrIsHidden() throws Exception {
    context.bind("ejb/cart", "c");

    assertThatThrownBy(() -> context.rebind("ejb", "value"))
        .isInstanceOf(javax.naming.NameAlreadyBoundException.class)
        .hasMessageContaining("'ejb' is a context, in which 'ejb/cart' is bound");
    assertThatThrownBy(() -> context.bind("ejb/cart/url/host", "value"))
        .isInstanceOf(javax.naming.NameAlreadyBoundException.class)
        .hasMessageContaining("is below 'ejb/cart', which is bound to a value");
    assertThatThrownBy(() -> context.rebind("ejb/cart/url", "value"))
        .isInstanceOf(javax.naming.NameAlreadyBoundException.class);
    assertThat(context.lookup("ejb/cart")).isEqualTo("c");
  }

  @Test
  void shouldReserveNothingWhenASubContextIsCreated() throws Exception {
    Context web = context.createSubcontext("web");
    assertThatThrownBy(() -> context.lookup("web")).isInstanceOf(NameNotFoundException.class);
    assertThat(context.createSubcontext("web").getNameInNamespace()).isEqualTo("web");
    web.bind("page", "p");
    assertThat(context.lookup("web")).isInstanceOf(Context.class);
    web.unbind("page");
    assertThatThrownBy(() -> context.lookup("web")).isInstanceOf(NameNotFoundException.class);
    context.bind("web", "a value");
  }

  @Test
  void shouldListNamesOneLevelDeep() throws Exception {
    context.bind("ejb/cart/url", "u");
    context.bind("ejb/cart/port", 1);
    context.bind("ejb/count", 2L);
    List<Binding> bindings = Collections.list(context.listBindings("ejb"));
    assertThat(bindings).extracting(Binding::getName).containsExactly("cart", "count");
    assertThat(bindings.get(0).getObject()).isInstanceOf(Context.class);
    assertThat(bindings.get(1).getObject()).isEqualTo(2L);
    List<String> classes = new ArrayList<>();
    Collections.list(context.list("ejb/cart")).forEach(pair -> classes.add(pair.getClassName()));
    assertThat(classes).containsExactly("java.lang.Integer", "java.lang.String");
    assertThatThrownBy(() -> context.list("ejb/count")).isInstanceOf(NotContextException.class);
    assertThatThrownBy(() -> context.list("none")).isInstanceOf(NameNotFoundException.class);
    assertThat(Collections.list(context.list(""))).hasSize(1);
  }

  @Test
  void shouldRefuseObjectsThatWouldNeedSerialization() {
    assertThatThrownBy(() -> context.bind("list", new ArrayList<>(List.of("x"))))
        .isInstanceOf(OperationNotSupportedException.class)
        .hasMessageContaining("use byte[], String");
  }

  /** {@link InitialContext} itself goes by the scheme; the context of a registry never does. */
  @Test
  void shouldTakeUrlsForNamesOfItsOwnAndAskNobodyElse() throws Exception {
    Context own = (Context) context.lookup("");

    for (String url : List.of("rmi://127.0.0.1/y", "ldap://127.0.0.1:1389/a", "dns://x")) {
      assertThatThrownBy(() -> own.lookup(url)).isInstanceOf(InvalidNameException.class);
      assertThatThrownBy(() -> own.lookupLink(url)).isInstanceOf(InvalidNameException.class);
    }
    assertThatThrownBy(() -> own.lookup("rmi:y")).isInstanceOf(NameNotFoundException.class);
    own.bind("rmi:y", "value");
    assertThat(own.lookup("rmi:y")).isEqualTo("value");
  }

  @Test
  void shouldAskWhichRegistryWhenNoneIsOpen() throws Exception {
    Hashtable<String, Object> explicit = environment();
    explicit.put(RegistryContextFactory.REGISTRY, registry);
    new InitialContext(explicit).bind("n", "v");
    registry.close();
    assertThatThrownBy(() -> new InitialContext(environment()).lookup("n"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("0 registries are open");
  }
}
