package org.g2cl.jgcs.jgroups;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.Util;

/**
 * Sockets of a member that can be muted: what is written to them, or comes, is lost, their end as
 * well, and nobody is told. So are connections on which TCP has yet to repeat what a network did
 * not carry. Those that are clogged besides take nothing more, as when TCP has no room left.
 */
final class MutableSockets extends DefaultSocketFactory {
  private static final int ANYTHING = 64 * 1024;

  private final Set<MutableSocket> sockets = ConcurrentHashMap.newKeySet();

  /** Mutes what this member has to another one until now, and nothing that comes later. */
  int mute(MutableSockets other, int portOfOther) {
    int muted = 0;
    for (MutableSocket socket : sockets) {
      if (socket.getPort() == portOfOther || other.isFrom(socket.getPort())) {
        socket.muted = true;
        muted += socket.isClosed() ? 0 : 1;
      }
    }
    return muted;
  }

  void muteAll() {
    sockets.forEach(socket -> socket.muted = true);
  }

  /** Mutes, and lets what is written wait until this member closes the connection. */
  int clog(MutableSockets other, int portOfOther) {
    int muted = mute(other, portOfOther);
    sockets.forEach(socket -> socket.clogged |= socket.muted);
    return muted;
  }

  boolean hasClogged() {
    return sockets.stream().anyMatch(socket -> socket.clogged && !socket.isClosed());
  }

  /** Ends all waiting for clogged ones. */
  void closeClogged() {
    sockets.stream().filter(socket -> socket.clogged).forEach(Util::close);
  }

  private boolean isFrom(int port) {
    return sockets.stream().anyMatch(socket -> socket.getLocalPort() == port);
  }

  @Override
  public Socket createSocket(String service) {
    MutableSocket socket = new MutableSocket();
    sockets.add(socket);
    return socket;
  }

  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return new ServerSocket() {
      @Override
      public Socket accept() throws IOException {
        MutableSocket socket = new MutableSocket();
        implAccept(socket);
        sockets.add(socket);
        return socket;
      }
    };
  }

  private static final class MutableSocket extends Socket {
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean muted;
    private volatile boolean clogged;

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          if (clogged) {
            awaitOwnClose();
            throw new SocketException("Socket closed");
          }
          if (!muted) {
            out.write(bytes, offset, length);
          }
        }
      };
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int read = in.read(bytes, offset, length);
          byte[] lost = new byte[ANYTHING];
          while (muted && read >= 0) {
            read = in.read(lost);
          }
          if (muted) {
            awaitOwnClose();
          }
          return read;
        }
      };
    }

    private void awaitOwnClose() throws IOException {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }

    @Override
    public synchronized void close() throws IOException {
      closed.countDown();
      super.close();
    }
  }
}
