package org.g2cl.cmi.client;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.concurrent.Callable;
import javax.naming.NamingException;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ServerMetaData;
import org.apache.openejb.client.ThrowableArtifact;

/**
 * Lookups, and the creations hidden in them.
 *
 * <p>A server that gets the lookup of a stateful bean's business interface creates the bean within
 * the lookup, which carries no request id. Our servers therefore bind, beside {@code CartRemote},
 * the name {@code g2cl/CartRemote}: the bean's metadata, with which the client creates the session
 * by an ordinary creation request with an id. Where there is no such name the lookup goes on as the
 * stock client does it.
 */
final class Lookups {
  private static final String PREFIX = "g2cl/";
  private static final Duration STOCK_FOR = Duration.ofSeconds(30);
  private static final int NAMES = 1_000;

  private final RequestIds ids;
  private final BoundedMap<Key, BeanDescription> known = new BoundedMap<>(NAMES);
  private final BoundedMap<Key, Long> stock = new BoundedMap<>(NAMES);

  /** Who makes the lookup of this thread; it says nothing of that itself. */
  private static final ThreadLocal<Object> CALLER = new ThreadLocal<>();

  private record Key(Cluster cluster, String name) {}

  Lookups(RequestIds ids) {
    this.ids = ids;
  }

  /** Lets creations in lookups of this thread be those of a caller who logged in, or of nobody. */
  static void callAs(Object identity) {
    if (identity == null) {
      CALLER.remove();
    } else {
      CALLER.set(identity);
    }
  }

  void process(Cluster cluster, JNDIRequest request, JNDIResponse response, ServerMetaData provider)
      throws RemoteException {
    Key key = key(cluster, request);
    BeanDescription kept = key == null ? null : known.get(key);
    if (kept != null && createAsKept(key, kept, request, response, provider)) {
      return;
    }
    if (key == null || isStock(key)) {
      lookUp(cluster, request, response, provider);
    } else {
      createOrLookUp(key, request, response, provider);
    }
  }

  /** Creates it, or forgets the description: it may be deployed anew, under another id. */
  private boolean createAsKept(
      Key key,
      BeanDescription kept,
      JNDIRequest request,
      JNDIResponse response,
      ServerMetaData provider)
      throws RemoteException {
    boolean created = false;
    try {
      created = create(key.cluster(), kept, request, response, provider);
      return created;
    } finally {
      if (!created) {
        known.remove(key);
      }
    }
  }

  private void createOrLookUp(
      Key key, JNDIRequest request, JNDIResponse response, ServerMetaData provider)
      throws RemoteException {
    JNDIResponse ours = ask(key, request, provider);
    if (ours.getResponseCode() == ResponseCodes.JNDI_OK
        && ours.getResult() instanceof EJBMetaDataImpl bean) {
      BeanDescription description = BeanDescription.of(bean);
      known.put(key, description);
      create(key.cluster(), description, request, response, provider);
      return;
    }
    lookUp(key.cluster(), request, response, provider);
    // What is not there yet may be deployed soon, and with our name.
    if (ours.getResponseCode() == ResponseCodes.JNDI_NOT_FOUND && isFound(response)) {
      stock.put(key, System.nanoTime());
    }
  }

  private static boolean isFound(JNDIResponse response) {
    return switch (response.getResponseCode()) {
      case ResponseCodes.JNDI_NOT_FOUND,
          ResponseCodes.JNDI_NAMING_EXCEPTION,
          ResponseCodes.JNDI_RUNTIME_EXCEPTION,
          ResponseCodes.JNDI_ERROR ->
          false;
      default -> true;
    };
  }

  private static void lookUp(
      Cluster cluster, JNDIRequest request, JNDIResponse response, ServerMetaData provider)
      throws RemoteException {
    Location server = cluster.send(reading(request), request, response, provider);
    if (response.getResult() instanceof EJBMetaDataImpl made && made.getPrimaryKey() != null) {
      cluster.bind(made.getPrimaryKey(), server);
    }
  }

  /** Key of the bean that is looked up, or null when it is no plain lookup of a name. */
  private static Key key(Cluster cluster, JNDIRequest request) {
    String name = name(request);
    boolean plain =
        request.getRequestMethod() == RequestMethodCode.JNDI_LOOKUP
            && request.getModuleId() == null
            && !name.isEmpty();
    return plain ? new Key(cluster, name) : null;
  }

  /** Tells whether it was found a moment ago without a name of ours beside it. */
  private boolean isStock(Key key) {
    Long since = stock.get(key);
    return since != null && System.nanoTime() - since < STOCK_FOR.toNanos();
  }

  private static JNDIResponse ask(Key key, JNDIRequest request, ServerMetaData provider)
      throws RemoteException {
    JNDIRequest question = new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, PREFIX + key.name());
    question.setServerHash(request.getServerHash());
    JNDIResponse answer = new JNDIResponse();
    key.cluster().send(reading(question), question, answer, provider);
    return answer;
  }

  /** Creates the bean, or fails; false when no server knows it by that description. */
  private boolean create(
      Cluster cluster,
      BeanDescription description,
      JNDIRequest request,
      JNDIResponse response,
      ServerMetaData provider)
      throws RemoteException {
    EJBMetaDataImpl bean = description.copy();
    EJBRequest creation = creation(bean, request);
    String id = creation.getBody().getRequestId();
    String what = "creation of " + bean.getDeploymentID();
    EJBResponse answer = new EJBResponse();
    cluster.send(
        new Call(Call.Kind.CREATION, id, bean.getDeploymentID(), what), creation, answer, provider);
    if (answer.getResponseCode() == ResponseCodes.EJB_OK) {
      bean.setPrimaryKey(answer.getResult());
      response.setResponseCode(ResponseCodes.JNDI_BUSINESS_OBJECT);
      response.setResult(bean);
    } else {
      response.setResponseCode(ResponseCodes.JNDI_NAMING_EXCEPTION);
      response.setResult(new ThrowableArtifact(failure(what, answer)));
    }
    return Answers.judge(answer) != Answer.UNKNOWN_HERE;
  }

  private EJBRequest creation(EJBMetaDataImpl bean, JNDIRequest request) {
    try {
      EJBRequest creation =
          new EJBRequest(
              RequestMethodCode.EJB_HOME_CREATE,
              bean,
              Callable.class.getMethod("call"),
              new Object[0],
              null,
              null);
      creation.setServerHash(request.getServerHash());
      creation.setClientIdentity(CALLER.get());
      creation.getBody().setRequestId(ids.unguessable());
      return creation;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private static NamingException failure(String what, EJBResponse answer) {
    Throwable thrown = Answers.throwable(answer.getResult());
    NamingException failure = new NamingException(what + " failed: " + thrown);
    failure.setRootCause(thrown);
    return failure;
  }

  private static Call reading(JNDIRequest request) {
    String name = name(request);
    return new Call(Call.Kind.REPEATABLE, null, name, "lookup of " + name);
  }

  private static String name(JNDIRequest request) {
    String name = request.getRequestString();
    return name.startsWith("/") ? name.substring(1) : name;
  }
}
