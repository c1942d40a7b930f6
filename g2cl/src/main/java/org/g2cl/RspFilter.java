package org.g2cl;

import java.net.SocketAddress;

/**
 * Judge of responses, called for one response of a request at a time, on the delivering thread.
 *
 * <p>A filter that throws ends its request with a {@link net.sf.jgcs.GroupException}.
 */
public interface RspFilter {
  /** Tells whether the response counts; one that does not is dropped. */
  boolean isAcceptable(Object response, SocketAddress sender);

  /** Tells whether to go on waiting; asked after each response. */
  boolean needMoreResponses();
}
