package org.g2cl.howto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Method;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import org.g2cl.ChainSetting;
import org.g2cl.Departure;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.MessageDispatcher;
import org.g2cl.MethodCall;
import org.g2cl.ReplicatedHashMap;
import org.g2cl.RequestOptions;
import org.g2cl.RpcDispatcher;
import org.g2cl.RspList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HowtoTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Path HERE = Path.of("src/test/java/org/g2cl/howto");
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"migrate-from-jgroups.md", "secure-it.md"})
  void shouldShowOnlyCodeThatIsCompiled(String page) throws Exception {
    String text = Files.readString(DOCS.resolve("howto").resolve(page));
    List<String> code = new ArrayList<>();
    for (String name : List.of("JGroupsPriceBoard", "PriceBoard", "TicketBoard", "HowtoTest")) {
      code.add(squeezed(Files.readString(HERE.resolve(name + ".java"))));
    }
    List<String> blocks = BLOCK.matcher(text).results().map(MatchResult::group).toList();
    assertThat(blocks).as("blocks of " + page).isNotEmpty();
    for (String block : blocks) {
      String body = squeezed(block.replace("```java", "").replace("```", ""));
      assertThat(code).as(block).anyMatch(source -> source.contains(body));
    }
  }

  /** Without what depends on where the code stands. */
  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowEverySettingOfAChainInTheReference(ChainSetting setting) throws Exception {
    String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
    assertThat(Files.readString(DOCS.resolve("reference/decorators.md")))
        .contains("| `%s` | %s | %s |".formatted(setting.key(), value, setting.meaning()));
  }

  /** Called by id. */
  public static final class Prices {
    private final Map<String, Integer> prices = new ConcurrentHashMap<>();

    public int setPrice(String article, int cents) {
      Integer before = prices.put(article, cents);
      return before == null ? 0 : before;
    }
  }

  @Test
  void shouldCallById() throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    try (Protocol protocol = Protocols.factory("local", settings).createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("shop"))) {
      Map<Short, Method> methods =
          Map.of((short) 1, Prices.class.getMethod("setPrice", String.class, int.class));
      RpcDispatcher dispatcher =
          new RpcDispatcher(session, 11, new Prices()).setMethodLookup(methods::get);
      session.join();
      RspList<Integer> before =
          dispatcher.callRemoteMethods(
              null, new MethodCall((short) 1, "cup", 250), RequestOptions.SYNC());
      assertThat(before.getResults()).containsExactly(0);
    }
  }

  @Test
  void shouldAskByMessagesAndHearOfItsDeparture() throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    List<Departure> gone = new CopyOnWriteArrayList<>();
    try (Protocol protocol = Protocols.factory("local", settings).createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("shop"))) {
      session.addDepartureListener(departure -> gone.add(departure));
      MessageDispatcher dispatcher =
          new MessageDispatcher(
              session, 13, request -> "heard " + new String(request.getPayload(), UTF_8));
      session.join();
      RspList<String> answers =
          dispatcher.castMessage(
              null, new G2CLMessage(null, "hello".getBytes(UTF_8)), RequestOptions.SYNC());
      assertThat(answers.getResults()).containsExactly("heard hello");
    }
    assertThat(gone).containsExactly(Departure.LEFT);
  }

  @Test
  void shouldQuoteRefusalsOfCallsAsTheyAre() throws Exception {
    List<String> quotes =
        Pattern.compile("\\| `(setPrice[^`]+)` \\|")
            .matcher(Files.readString(DOCS.resolve("howto/migrate-from-jgroups.md")))
            .results()
            .map(quote -> quote.group(1))
            .toList();
    List<String> refusals = refusalsOfSetPrice(Integer.class, int.class);
    assertThat(quotes).hasSameSizeAs(refusals);
    for (int i = 0; i < quotes.size(); i++) {
      assertThat(refusals.get(i)).containsSubsequence(quotes.get(i).split("…"));
    }
  }

  /** What a board says to a price that is a long, by the type that the call names. */
  private static List<String> refusalsOfSetPrice(Class<?>... types) throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    List<String> refusals = new ArrayList<>();
    try (PriceBoard board = new PriceBoard("local", settings, Map.of());
        Protocol protocol = Protocols.factory("local", settings).createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("shop"))) {
      assertThat(board.price("cup")).isZero();
      RpcDispatcher dispatcher = new RpcDispatcher(session, 11, null);
      session.join();
      RequestOptions others = RequestOptions.SYNC().exclusionList(session.localAddress());
      for (Class<?> type : types) {
        Object[] args = {"cup", 250L};
        MethodCall call = new MethodCall("setPrice", args, new Class<?>[] {String.class, type});
        dispatcher
            .callRemoteMethods(null, call, others)
            .forEach((member, rsp) -> refusals.add(rsp.getException().getMessage()));
      }
    }
    return refusals;
  }

  @Test
  void shouldDoWithoutBlocksWhatAChannelDoes() throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    List<String> heard = new CopyOnWriteArrayList<>();
    try (Protocol protocol = Protocols.factory("local", settings).createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("chat"))) {
      session.register(12, message -> heard.add(new String(message.getPayload(), UTF_8)));
      session.join();
      session.send(new G2CLMessage(null, "hello".getBytes(UTF_8)), 12, ServiceNames.TOTAL_ORDER);
      await().until(() -> heard.equals(List.of("hello")));
    }
  }

  @Test
  void shouldPassTicketsWithTheAddressOfTheirHolder() throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    try (TicketBoard first = new TicketBoard(settings);
        TicketBoard second = new TicketBoard(settings)) {
      assertThat(first.book("A1")).isTrue();
      assertThat(second.book("A1")).isFalse();
      SocketAddress former = second.holder("A1");
      assertThat(second.askFor("A1")).isEqualTo(new TicketBoard.Ticket("A1", second.holder("A1")));
      assertThat(second.holder("A1")).isNotEqualTo(former).isEqualTo(first.holder("A1"));
    }
  }

  @Test
  void shouldShareAMap() throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    try (Protocol protocol = Protocols.factory("local", settings).createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("shop"))) {
      ReplicatedHashMap<String, Integer> map = new ReplicatedHashMap<>(session, 10);
      session.join();
      map.start(10_000);
      map.merge("cup", 1, Integer::sum);
      assertThat(map.get("cup")).isEqualTo(1);
    }
  }

  @Test
  void shouldKeepThePricesOfAllTillsAlike() throws Exception {
    Map<String, String> settings = Map.of("network", UUID.randomUUID().toString());
    Map<String, String> decorators =
        Map.of("chain", "compress,crypto", "crypto.secret", "the-secret-of-the-shop");
    try (PriceBoard first = new PriceBoard("local", settings, decorators)) {
      assertThat(first.change("cup", 250).getResults()).containsExactly(0);
      try (PriceBoard second = new PriceBoard("local", settings, decorators)) {
        assertThat(second.price("cup")).isEqualTo(250);
        assertThat(second.change("cup", 300).getResults()).containsExactly(250, 250);
        await().until(() -> first.price("cup") == 300);
        first.changeSecret("the-secret-of-the-shop", "another-secret-of-the-shop");
        second.changeSecret("another-secret-of-the-shop", "the-secret-of-the-shop");
        assertThat(second.change("cup", 350).getResults()).containsExactly(300, 300);
      }
    }
  }
}
