package org.g2cl.cmi.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.net.URI;
import java.util.Arrays;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.ClusterRequest;
import org.apache.openejb.client.ClusterResponse;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.client.KeepAliveStyle;
import org.apache.openejb.client.ProtocolMetaData;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;

/**
 * The ejbd protocol 4.6: one request and one answer as bytes.
 *
 * <p>A request is made whole before anything is sent, so that it goes out in one packet (the stock
 * client flushes five times) and an argument that cannot be serialized harms no connection.
 */
final class Wire {
  private static final ProtocolMetaData PROTOCOL = new ProtocolMetaData();
  private static final int PROTOCOL_BYTES = 8;
  private static final int USUAL_BYTES = 1_024;

  /** The protocol that the last answer was in, since to understand one takes a pattern. */
  private static volatile Spoken lastSpoken = new Spoken(new byte[0], PROTOCOL);

  private Wire() {}

  @SuppressWarnings("ArrayRecordComponent") // compared by its contents, and never given out
  private record Spoken(byte[] name, ProtocolMetaData protocol) {}

  @SuppressWarnings("EnumOrdinal") // what ejbd has on the wire
  static byte[] request(Request request, ServerMetaData server, long viewVersion)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    bytes.write(KeepAliveStyle.PING.ordinal());
    PROTOCOL.writeExternal(bytes);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      server.setMetaData(PROTOCOL);
      server.writeExternal(out);
      ClusterRequest cluster = new ClusterRequest(new ClusterMetaData(viewVersion, new URI[0]));
      cluster.setMetaData(PROTOCOL);
      out.write(cluster.getRequestType().getCode());
      cluster.writeExternal(out);
      out.write(request.getRequestType().getCode());
      request.setMetaData(PROTOCOL);
      request.writeExternal(out);
    }
    return bytes.toByteArray();
  }

  /** Waits for the first byte of an answer. */
  static void awaitAnswer(BufferedInputStream in) throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      throw new EOFException("closed by the server");
    }
    in.reset();
  }

  /**
   * Reads an answer.
   *
   * @return the server's list of servers, or null when the client's is current
   * @throws ObjectStreamException when the answer is there and cannot be read
   * @throws IOException when the connection ends or breaks before all was read, whatever a class
   *     makes of that, or the server refuses the request
   */
  static ClusterMetaData answer(AnswerStream in, Response response)
      throws IOException, ClassNotFoundException {
    ClusterMetaData servers;
    try {
      servers = read(in, response);
    } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
      in.requireNotCutOff(e);
      throw e;
    }
    in.requireNotCutOff(null);
    return servers;
  }

  private static ClusterMetaData read(AnswerStream in, Response response)
      throws IOException, ClassNotFoundException {
    ProtocolMetaData protocol = protocol(in);
    // Not closed: it ends with this answer, the connection does not.
    EjbObjectInputStream objects = new EjbObjectInputStream(in);
    ClusterResponse cluster = new ClusterResponse();
    cluster.setMetaData(protocol);
    cluster.readExternal(objects);
    if (cluster.getResponseCode() == ClusterResponse.Code.FAILURE) {
      throw new IOException("refused by the server", cluster.getFailure());
    }
    response.setMetaData(protocol);
    read(response, objects);
    return cluster.getUpdatedMetaData();
  }

  private static ProtocolMetaData protocol(AnswerStream in) throws IOException {
    byte[] name = in.readNBytes(PROTOCOL_BYTES);
    Spoken last = lastSpoken;
    if (Arrays.equals(name, last.name())) {
      return last.protocol();
    }
    ProtocolMetaData protocol = new ProtocolMetaData();
    protocol.readExternal(new ByteArrayInputStream(name));
    lastSpoken = new Spoken(name, protocol);
    return protocol;
  }

  /** A class that reads itself may fail with any exception, though the answer is there. */
  private static void read(Response response, EjbObjectInputStream objects)
      throws IOException, ClassNotFoundException {
    try {
      response.readExternal(objects);
    } catch (ObjectStreamException e) {
      throw e;
    } catch (IOException e) {
      var unreadable = new InvalidObjectException(e.toString());
      unreadable.initCause(e);
      throw unreadable;
    }
  }
}
