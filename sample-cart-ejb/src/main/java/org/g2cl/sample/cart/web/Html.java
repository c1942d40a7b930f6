package org.g2cl.sample.cart.web;

/** Collects a page: {@link #raw} is markup, {@link #text} is escaped. */
final class Html {

  private final StringBuilder page = new StringBuilder(16 * 1024);

  Html raw(String markup) {
    page.append(markup);
    return this;
  }

  Html text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> page.append("&lt;");
        case '>' -> page.append("&gt;");
        case '&' -> page.append("&amp;");
        case '"' -> page.append("&quot;");
        case '\'' -> page.append("&#39;");
        default -> page.append(c);
      }
    }
    return this;
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
