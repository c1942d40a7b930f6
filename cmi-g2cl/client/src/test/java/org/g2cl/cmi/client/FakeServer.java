package org.g2cl.cmi.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.ClusterRequest;
import org.apache.openejb.client.ClusterResponse;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.LogoutRequest;
import org.apache.openejb.client.ProtocolMetaData;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.RequestType;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;

/** Server of the ejbd protocol whose answers a test scripts, and that fails on command. */
final class FakeServer implements AutoCloseable {
  /** What the server does with a request. */
  @FunctionalInterface
  interface Script {
    /** The answer; null closes the connection without one. */
    Response answer(FakeServer server, Request request) throws IOException;
  }

  private final ServerSocket listener;
  private final Script script;
  private final Thread acceptor;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean deaf;
  private volatile AnswerCut cut = AnswerCut.NONE;
  private volatile ClusterMetaData servers = new ClusterMetaData(0);

  FakeServer(Script script) throws IOException {
    this(0, script);
  }

  FakeServer(int port, Script script) throws IOException {
    this.script = script;
    this.listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    this.acceptor = daemon(this::accept);
  }

  Location location() {
    return new Location("127.0.0.1", listener.getLocalPort());
  }

  /** Requests seen, in order. */
  List<Request> requests() {
    return requests;
  }

  /** Ids of the EJB requests seen. */
  List<String> ids() {
    return requests.stream()
        .filter(EJBRequest.class::isInstance)
        .map(request -> ((EJBRequest) request).getBody().getRequestId())
        .toList();
  }

  int connections() {
    return connections.get();
  }

  void tellOf(long version, FakeServer... members) {
    URI[] uris = new URI[members.length];
    for (int i = 0; i < members.length; i++) {
      uris[i] = URI.create("ejbd://" + members[i].location());
    }
    servers = new ClusterMetaData(version, uris);
  }

  /** Reads no more than the first byte of what comes from now on, and closes nothing. */
  void stopReading() {
    deaf = true;
  }

  /** Cuts an answer off from now on. */
  void cut(AnswerCut next) {
    cut = next;
  }

  /** Closes the connections that clients keep, as a server does that wants its threads back. */
  void closeConnections() {
    for (Socket socket : sockets) {
      closeQuietly(socket);
    }
    sockets.clear();
  }

  /** Takes no new connection from now on. */
  void refuseConnections() throws IOException {
    listener.close();
    try {
      acceptor.join();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      // A thread that blocks in accept keeps the port open until it wakes.
      acceptor.join();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    closeConnections();
    stopped.countDown();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        sockets.add(socket);
        daemon(() -> serve(socket));
      } catch (IOException e) {
        // Closed: the loop ends.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
      while (serveOne(in, socket)) {
        // The next one.
      }
    } catch (IOException | ClassNotFoundException | InterruptedException e) {
      // The client has gone, or the test closed the connection.
    }
    sockets.remove(socket);
  }

  private boolean serveOne(BufferedInputStream in, Socket socket)
      throws IOException, ClassNotFoundException, InterruptedException {
    if (in.read() != 0) {
      throw new EOFException("no keep-alive byte");
    }
    if (deaf) {
      stopped.await();
    }
    ProtocolMetaData protocol = new ProtocolMetaData();
    protocol.readExternal(in);
    EjbObjectInputStream objects = new EjbObjectInputStream(in);
    new ServerMetaData().readExternal(objects);
    objects.readByte();
    ClusterRequest cluster = new ClusterRequest();
    cluster.readExternal(objects);
    Request request = read(objects);
    requests.add(request);
    Response response = script.answer(this, request);
    if (response == null) {
      return false;
    }
    byte[] answer = bytes(protocol, cluster.getClusterMetaDataVersion(), response);
    int length = cut.length(request, answer.length);
    socket.getOutputStream().write(answer, 0, length);
    return length == answer.length;
  }

  private static Request read(EjbObjectInputStream in) throws IOException, ClassNotFoundException {
    Request request =
        switch (RequestType.valueOf(in.readByte())) {
          case JNDI_REQUEST -> new JNDIRequest();
          case AUTH_REQUEST -> new AuthenticationRequest();
          case LOGOUT_REQUEST -> new LogoutRequest();
          default -> new EJBRequest();
        };
    request.readExternal(in);
    if (request instanceof EJBRequest call) {
      call.getBody().readExternal(in);
    }
    return request;
  }

  private byte[] bytes(ProtocolMetaData protocol, long known, Response response)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    protocol.writeExternal(bytes);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      ClusterResponse cluster = new ClusterResponse(ClusterResponse.Code.CURRENT);
      if (known < servers.getVersion()) {
        cluster.setUpdatedMetaData(servers);
      }
      cluster.writeExternal(out);
      response.writeExternal(out);
    }
    return bytes.toByteArray();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fake-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed already.
    }
  }
}
