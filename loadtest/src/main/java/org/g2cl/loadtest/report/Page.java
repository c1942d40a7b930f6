package org.g2cl.loadtest.report;

import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Page of a report, put together part by part, without references to anything outside it. Text is
 * escaped. Not thread-safe.
 */
public final class Page {
  private final StringBuilder html = new StringBuilder();

  /** Page with nothing but its title. */
  public Page(String title) {
    html.append(Html.head(title, ""));
  }

  /** Adds the outcome, marked as good, as bad, or (null) as neither. */
  public Page verdict(String sentence, Boolean good) {
    String kind = good == null ? "" : good ? " good" : " bad";
    html.append("<p class=\"verdict%s\">%s</p>\n".formatted(kind, Html.escape(sentence)));
    return this;
  }

  /** Begins a section. */
  public Page section(String title) {
    html.append("<h2>%s</h2>\n".formatted(Html.escape(title)));
    return this;
  }

  /** Adds a paragraph. */
  public Page text(String paragraph) {
    html.append("<p>%s</p>\n".formatted(Html.escape(paragraph)));
    return this;
  }

  /** Adds a list. */
  public Page list(List<String> sentences) {
    html.append("<ul>");
    sentences.forEach(s -> html.append("<li>%s</li>".formatted(Html.escape(s))));
    html.append("</ul>\n");
    return this;
  }

  /**
   * Adds a table.
   *
   * @param head titles of its columns; those that begin with # hold numbers
   */
  public Page table(List<String> head, List<List<String>> rows) {
    html.append("<table><tr>");
    for (String title : head) {
      boolean number = title.startsWith("#");
      html.append(cell("th", number, number ? title.substring(1) : title));
    }
    html.append("</tr>\n");
    for (List<String> row : rows) {
      html.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        html.append(cell("td", head.get(i).startsWith("#"), row.get(i)));
      }
      html.append("</tr>\n");
    }
    html.append("</table>\n");
    return this;
  }

  /** Adds a table of names and values. */
  public Page table(Map<String, String> values) {
    html.append("<table>" + Html.rows(values) + "</table>\n");
    return this;
  }

  /** Adds a picture. */
  public Page picture(LineChart chart, String caption) {
    return picture(chart.svg(), chart.title(), caption);
  }

  /**
   * Adds a picture.
   *
   * @param svg as SVG; embedded as an image of its own, so that names in two do not clash
   */
  public Page picture(byte[] svg, String title, String caption) {
    html.append(
        "<figure><img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\"><figcaption>%s</figcaption></figure>\n"
            .formatted(
                Html.escape(title), Base64.getEncoder().encodeToString(svg), Html.escape(caption)));
    return this;
  }

  private static String cell(String tag, boolean number, String text) {
    return "<" + tag + (number ? " class=n>" : ">") + Html.escape(text) + "</" + tag + ">";
  }

  /** The whole page. */
  public String html() {
    return html + "</body>\n</html>\n";
  }
}
