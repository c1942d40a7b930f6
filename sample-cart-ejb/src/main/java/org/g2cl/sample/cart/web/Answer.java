package org.g2cl.sample.cart.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** One HTTP answer, whole. */
record Answer(int status, String contentType, String body) {

  static Answer text(int status, String sentence) {
    return new Answer(status, "text/plain;charset=UTF-8", sentence + "\n");
  }

  static Answer json(String body) {
    return new Answer(HttpServletResponse.SC_OK, "application/json", body);
  }

  static Answer html(int status, String body) {
    return new Answer(status, "text/html;charset=UTF-8", body);
  }

  /** See other: after a form was posted the browser gets the page anew. */
  static Answer redirect(String location) {
    return new Answer(HttpServletResponse.SC_SEE_OTHER, location, "");
  }

  void writeTo(HttpServletResponse response) throws IOException {
    response.setStatus(status);
    response.setHeader("Cache-Control", "no-store");
    if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", "5");
    }
    if (status == HttpServletResponse.SC_SEE_OTHER) {
      response.setHeader("Location", contentType);
      response.setContentLength(0);
      return;
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    response.setContentType(contentType);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
