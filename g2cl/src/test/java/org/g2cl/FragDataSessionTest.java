package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Message;
import org.junit.jupiter.api.Test;

class FragDataSessionTest {
  private static <T> T fake(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  @Test
  void shouldHaveNoJoinerWaitForAMessageThatAnErrorKeptFromBeingSent() {
    DataSession below =
        fake(
            DataSession.class,
            (proxy, method, arguments) -> {
              throw new InternalError("meant by the test");
            });
    Message message = fake(Message.class, (proxy, method, arguments) -> new byte[100]);
    FragDataSession frag = new FragDataSession(below, new DroppedFrames(), 10);
    assertThatThrownBy(() -> frag.multicast(message, null, null)).isInstanceOf(InternalError.class);
    assertThat(frag.begun().ended()).isDone();
  }
}
