package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PollingSessionsTest {
  private final PolledProtocol protocol = new PolledProtocol();
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private final List<GroupException> failures = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws IOException {
    protocol.close();
  }

  private PolledData data(String group) throws GroupException {
    PolledData data = (PolledData) protocol.openDataSession(new PolledGroup(group));
    data.controlSession.setExceptionListener(failures::add);
    data.setMessageListener(
        message -> {
          texts.add(group + ": " + new String(message.getPayload(), StandardCharsets.UTF_8));
          return null;
        });
    return data;
  }

  @Test
  void shouldReadForEachGroupInAThreadOfItsOwn() throws Exception {
    PolledData one = data("one");
    PolledData two = data("two");
    one.inlet.put("a");
    await().until(() -> texts.equals(List.of("one: a")));
    two.inlet.put("b");
    await().until(() -> texts.equals(List.of("one: a", "two: b")));
    assertThat(one.inlet.reader()).isNotSameAs(two.inlet.reader());
    assertThat(one.inlet.reader().isDaemon()).isTrue();
  }

  @Test
  void shouldTellAFailureAndReadOn() throws Exception {
    PolledData data = data("g");
    data.inlet.put(new IOException("broken"));
    data.inlet.put(new IllegalStateException("of a listener"));
    data.inlet.put("after it");
    await().until(() -> texts.equals(List.of("g: after it")));
    assertThat(failures).hasSize(2);
    assertThat(failures.get(0)).hasMessageContaining("broken");
    assertThat(failures.get(1)).hasMessageContaining("of a listener");
  }

  @Test
  void shouldEndTheReadingOfAGroupWhenItIsClosed() throws Exception {
    PolledData closed = data("closed");
    PolledData open = data("open");
    await().until(() -> closed.inlet.reader() != null);
    closed.close();
    await().until(closed.inlet::left);
    await().until(() -> !closed.inlet.reader().isAlive());
    open.inlet.put("a");
    await().until(() -> texts.equals(List.of("open: a")));
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldReadForTheWholeProtocolAndTellEveryGroupOfItsFailures() throws Exception {
    data("one");
    data("two");
    protocol.inlet.put(new IOException("engine gone"));
    protocol.inlet.put("back");
    await().until(() -> protocol.heard().equals(List.of("back")));
    assertThat(failures).hasSize(2).allMatch(e -> e.getMessage().contains("engine gone"));
  }

  @Test
  void shouldEndAllReadingWhenTheProtocolIsClosed() throws Exception {
    PolledData data = data("g");
    await().until(() -> protocol.inlet.reader() != null && data.inlet.reader() != null);
    protocol.close();
    await().until(() -> protocol.inlet.left() && data.inlet.left());
    await().until(() -> !protocol.inlet.reader().isAlive() && !data.inlet.reader().isAlive());
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldCloseAllSessionsOfAProtocolThoughOneFailsInAnUnexpectedWay() throws Exception {
    List<PolledControl> sessions = new ArrayList<>();
    for (String group : List.of("one", "two")) {
      PolledControl session = data(group).controlSession;
      session.failToLeave(new IllegalStateException("cannot leave " + group));
      sessions.add(session);
    }
    await().until(() -> protocol.inlet.reader() != null);
    assertThatThrownBy(protocol::close)
        .isInstanceOf(GroupException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1))
        .hasMessageContaining("cannot leave");
    assertThat(sessions).allMatch(PolledControl::isClosed);
    await().until(() -> !protocol.inlet.reader().isAlive());
  }
}
