package org.g2cl.cmi.tomee;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.URI;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.ClusterRequest;
import org.apache.openejb.client.ProtocolMetaData;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.ServerMetaData;

/** What a client sends, as bytes. */
final class RequestBytes {
  /** First byte of a request: {@code KeepAliveStyle.PING}. */
  static final int BEGINNING = 0;

  private RequestBytes() {}

  /** A whole request. */
  static byte[] of(Request request, URI location) throws IOException {
    var protocol = new ProtocolMetaData();
    var bytes = new ByteArrayOutputStream();
    bytes.write(BEGINNING);
    protocol.writeExternal(bytes);
    try (var out = new ObjectOutputStream(bytes)) {
      var server = new ServerMetaData(location);
      server.setMetaData(protocol);
      server.writeExternal(out);
      var cluster = new ClusterRequest(new ClusterMetaData(0, new URI[0]));
      cluster.setMetaData(protocol);
      out.write(cluster.getRequestType().getCode());
      cluster.writeExternal(out);
      out.write(request.getRequestType().getCode());
      request.setMetaData(protocol);
      request.writeExternal(out);
    }
    return bytes.toByteArray();
  }
}
