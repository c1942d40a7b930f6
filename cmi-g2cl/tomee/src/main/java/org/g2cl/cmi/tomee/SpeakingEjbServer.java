package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.apache.openejb.server.ServiceException;
import org.apache.openejb.server.ejbd.EjbServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service of ejbd, but that it sends an {@linkplain WholeAnswer answer in one packet}, and
 * closes a connection on which nothing is said at first, since each takes a thread. One that has
 * brought a request stays open however long it is idle: clients keep theirs. OpenEJB has no setting
 * for that: its {@code timeout} is of the server's socket, and its own look for idle connections
 * finds no pool to look at (checked with 10.0.0-M2).
 */
final class SpeakingEjbServer extends EjbServer {
  private static final Logger LOG = LoggerFactory.getLogger(SpeakingEjbServer.class);

  /** Connection of the thread, while it has brought no request. */
  private static final ThreadLocal<SilentConnections.Watched> SILENT = new ThreadLocal<>();

  private final SilentConnections silent;

  SpeakingEjbServer(Duration longestSilence) {
    this.silent = new SilentConnections(longestSilence);
  }

  /** Hears a client; one whose machine has vanished ends as the system's time for that says. */
  @Override
  public void service(Socket socket) throws ServiceException, IOException {
    socket.setKeepAlive(true);
    SilentConnections.Watched connection = silent.watch(socket);
    SILENT.set(connection);
    try {
      super.service(socket); // ends when the time is over
    } catch (SocketException e) {
      if (!connection.isClosed()) {
        throw e;
      }
    } finally {
      SILENT.remove();
      connection.speaks();
    }
  }

  /** A request begins; an interruption that the one before has left is not meant for it. */
  @Override
  @SuppressWarnings("ResultOfMethodCallIgnored") // whether there was one
  public void service(InputStream in, OutputStream out) throws ServiceException, IOException {
    Thread.interrupted();
    GuardedClient.install(); // each time, as an application in the server may set another
    SilentConnections.Watched connection = SILENT.get();
    if (connection != null) {
      SILENT.remove();
      if (!connection.speaks()) {
        throw new InterruptedIOException("closed, as no request had come in time");
      }
    }
    try {
      super.service(in, new WholeAnswer(out));
    } finally {
      send(out);
    }
  }

  private static void send(OutputStream answer) throws IOException {
    try {
      answer.flush();
    } catch (IOException e) {
      LOG.debug("an answer could not be sent, since the connection of its client has ended", e);
      throw e;
    }
  }

  @Override
  public void stop() throws ServiceException {
    try {
      super.stop();
    } finally {
      silent.close();
    }
  }
}
