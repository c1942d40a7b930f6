package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.openejb.server.ServiceException;
import org.apache.openejb.server.ejbd.EjbServer;

/**
 * The service of ejbd, but that it sends an {@linkplain WholeAnswer answer in one packet}, and
 * closes a connection on which nothing is said at first, since each takes a thread. One that has
 * brought a request stays open however long it is idle: clients keep theirs. OpenEJB has no setting
 * for that: its {@code timeout} is of the server's socket, and its own look for idle connections
 * finds no pool to look at (checked with 10.0.0-M2).
 */
final class SpeakingEjbServer extends EjbServer {
  /** What ends the connection of the thread, as it has brought no request yet. */
  private static final ThreadLocal<Future<?>> SILENT = new ThreadLocal<>();

  private final SilentConnections silent;

  SpeakingEjbServer(Duration longestSilence) {
    this.silent = new SilentConnections(longestSilence);
  }

  /** Hears a client; one whose machine has vanished ends as the system's time for that says. */
  @Override
  public void service(Socket socket) throws ServiceException, IOException {
    socket.setKeepAlive(true);
    Future<?> end = silent.watch(socket);
    SILENT.set(end);
    try {
      super.service(socket); // ends when the time is over, and whoever called closes the socket
    } finally {
      SILENT.remove();
      end.cancel(false);
    }
  }

  /** A request begins; an interruption that the one before has left is not meant for it. */
  @Override
  @SuppressWarnings("ResultOfMethodCallIgnored") // whether there was one
  public void service(InputStream in, OutputStream out) throws ServiceException, IOException {
    Thread.interrupted();
    GuardedClient.install(); // each time, as an application in the server may set another
    Future<?> end = SILENT.get();
    if (end != null) {
      SILENT.remove();
      end.cancel(false);
    }
    super.service(in, new WholeAnswer(out));
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
