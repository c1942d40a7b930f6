package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import org.apache.openejb.server.ServiceException;
import org.apache.openejb.server.ejbd.EjbServer;

/**
 * The service of ejbd, but that it closes a connection on which nothing is said at first, since
 * each takes a thread. One that has brought a request stays open however long it is idle: clients
 * keep theirs. OpenEJB has no setting for that: its {@code timeout} is of the server's socket, and
 * its own look for idle connections finds no pool to look at (checked with 10.0.0-M2).
 */
final class SpeakingEjbServer extends EjbServer {
  /** Connection of the thread that has brought no request yet. */
  private static final ThreadLocal<Socket> SILENT = new ThreadLocal<>();

  private final Duration longestSilence;

  SpeakingEjbServer(Duration longestSilence) {
    this.longestSilence = longestSilence;
  }

  /** Hears a client; one whose machine has vanished ends as the system's time for that says. */
  @Override
  public void service(Socket socket) throws ServiceException, IOException {
    socket.setKeepAlive(true);
    socket.setSoTimeout(Math.toIntExact(longestSilence.toMillis()));
    SILENT.set(socket);
    try {
      super.service(socket); // ends when the time is over, and whoever called closes the socket
    } finally {
      SILENT.remove();
    }
  }

  /** A request begins; an interruption that the one before has left is not meant for it. */
  @Override
  @SuppressWarnings("ResultOfMethodCallIgnored") // whether there was one
  public void service(InputStream in, OutputStream out) throws ServiceException, IOException {
    Thread.interrupted();
    GuardedClient.install(); // each time, as an application in the server may set another
    Socket socket = SILENT.get();
    if (socket != null) {
      SILENT.remove();
      socket.setSoTimeout(0);
    }
    super.service(in, out);
  }
}
