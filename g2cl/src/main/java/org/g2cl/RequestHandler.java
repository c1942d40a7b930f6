package org.g2cl;

/** Application's side of a {@link MessageDispatcher} that answers requests. */
@FunctionalInterface
public interface RequestHandler {
  /**
   * Handles a request and gives the answer: {@code byte[]}, {@code String}, a boxed primitive or
   * null.
   *
   * @throws Exception which goes to the caller as a {@link RemoteInvocationException}
   */
  Object handle(G2CLMessage request) throws Exception;

  /**
   * Handles a request and answers through the response, now or later.
   *
   * @param response null when the caller wants no answer
   * @throws Exception which goes to the caller unless an answer was sent
   */
  default void handle(G2CLMessage request, Response response) throws Exception {
    Object reply = handle(request);
    if (response != null) {
      response.send(reply, false);
    }
  }
}
