package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBObject;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ServerMetaData;
import org.apache.openejb.client.ThrowableArtifact;
import org.g2cl.cmi.tomee.shop.Safe;
import org.g2cl.cmi.tomee.shop.SafeBean;
import org.g2cl.cmi.tomee.shop.SafeHome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beans with a home, as in EJB 2; every call is followed by a take-over. */
class HomeTest {
  private static BasketNode shop;
  private static ServerMetaData server;
  private static EJBMetaDataImpl bean;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    server = new ServerMetaData(shop.node.location());
    var response = new JNDIResponse();
    Client.request(
        new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, "SafeRemoteHome"), response, server);
    bean = (EJBMetaDataImpl) response.getResult();
    shop.memory().takeOverBeforeEachCall(true);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void clear() {
    SafeBean.CREATED.clear();
  }

  private static EJBResponse send(
      RequestMethodCode code,
      Class<?> view,
      String method,
      String key,
      String id,
      Object... arguments)
      throws Exception {
    Method called =
        Arrays.stream(view.getMethods())
            .filter(each -> each.getName().equals(method))
            .findAny()
            .orElseThrow();
    var request = new EJBRequest(code, bean, called, arguments, key, null);
    request.getBody().setRequestId(id);
    var response = new EJBResponse();
    Client.request(request, response, server);
    return response;
  }

  private static EJBResponse create(String id, String owner) throws Exception {
    return send(RequestMethodCode.EJB_HOME_CREATE, SafeHome.class, "create", null, id, owner);
  }

  private static EJBResponse call(String key, String method, Object... arguments) throws Exception {
    return send(
        RequestMethodCode.EJB_OBJECT_BUSINESS_METHOD,
        Safe.class,
        method,
        key,
        EjbdClient.newId(),
        arguments);
  }

  private static Throwable thrown(EJBResponse response) {
    return ((ThrowableArtifact) response.getResult()).getThrowable();
  }

  @Test
  void shouldCreateOnceWhenTheCreationIsRepeated() throws Exception {
    String id = EjbdClient.newId();
    String key = (String) create(id, "ann").getResult();
    call(key, "deposit", 5);

    assertThat(create(id, "ann").getResult()).isEqualTo(key);

    assertThat(SafeBean.CREATED).isEqualTo(List.of("ann"));
    assertThat(call(key, "owner").getResult()).isEqualTo("ann");
    assertThat(call(key, "deposit", 5).getResult()).isEqualTo(10);
  }

  @Test
  void shouldFailAgainWhenACreationThatFailedIsRepeated() throws Exception {
    String id = EjbdClient.newId();
    EJBResponse first = create(id, "");
    assertThat(thrown(first)).isInstanceOf(CreateException.class);

    EJBResponse second = create(id, "");

    assertThat(second.getResponseCode()).isEqualTo(first.getResponseCode());
    assertThat(thrown(second))
        .isInstanceOf(CreateException.class)
        .hasMessage("a safe has an owner");
  }

  @Test
  void shouldLeaveNoSessionWhenACreationFails() throws Exception {
    String id = EjbdClient.newId();
    create(id, "");
    assertThat(shop.memory().holds(id)).isFalse();
  }

  @Test
  void shouldRemoveOnceWhenTheRemovalIsRepeated() throws Exception {
    String key = (String) create(EjbdClient.newId(), "ann").getResult();
    String id = EjbdClient.newId();
    for (int i = 0; i < 2; i++) {
      EJBResponse response =
          send(RequestMethodCode.EJB_OBJECT_REMOVE, EJBObject.class, "remove", key, id);
      assertThat(response.getResponseCode())
          .as("attempt " + i + " " + response.getResult())
          .isEqualTo(ResponseCodes.EJB_OK);
    }
    assertThat(shop.memory().holds(key)).isFalse();
  }
}
