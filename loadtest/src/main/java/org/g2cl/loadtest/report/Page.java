package org.g2cl.loadtest.report;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Page of a report, put together part by part, without references to anything outside it. Text is
 * escaped. Not thread-safe.
 */
public final class Page {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title}</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; color: #1a202c; max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
      .verdict { padding: .8rem 1rem; border-radius: 6px; font-weight: 600; background: #f7fafc; border: 1px solid #a0aec0; }
      .good { background: #e6ffed; border-color: #34a853; } .bad { background: #fff0f0; border-color: #c53030; }
      table { border-collapse: collapse; margin: .6rem 0; display: block; overflow-x: auto; } td, th { padding: .25rem .9rem .25rem 0; text-align: left; border-bottom: 1px solid #e2e8f0; vertical-align: top; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; padding-left: 1rem; white-space: nowrap; }
      figure { margin: 1rem 0; } figure img { max-width: 100%; display: block; } figcaption { color: #4a5568; font-size: .9rem; }
      </style>
      </head>
      <body>
      <h1>${title}</h1>
      """;

  private final StringBuilder html = new StringBuilder();

  /** Page with nothing but its title. */
  public Page(String title) {
    html.append(HEAD.replace("${title}", ReportPage.escape(title)));
  }

  /** Adds the outcome, marked as good, as bad, or (null) as neither. */
  public Page verdict(String sentence, Boolean good) {
    String kind = good == null ? "" : good ? " good" : " bad";
    html.append("<p class=\"verdict%s\">%s</p>\n".formatted(kind, ReportPage.escape(sentence)));
    return this;
  }

  /** Begins a section. */
  public Page section(String title) {
    html.append("<h2>%s</h2>\n".formatted(ReportPage.escape(title)));
    return this;
  }

  /** Adds a paragraph. */
  public Page text(String paragraph) {
    html.append("<p>%s</p>\n".formatted(ReportPage.escape(paragraph)));
    return this;
  }

  /** Adds a list. */
  public Page list(List<String> sentences) {
    html.append("<ul>");
    sentences.forEach(s -> html.append("<li>%s</li>".formatted(ReportPage.escape(s))));
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
    html.append(
        values.entrySet().stream()
            .map(
                row -> "<tr>" + cell("td", false, row.getKey()) + cell("td", false, row.getValue()))
            .collect(Collectors.joining("</tr>\n", "<table>", "</tr></table>\n")));
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
                ReportPage.escape(title),
                Base64.getEncoder().encodeToString(svg),
                ReportPage.escape(caption)));
    return this;
  }

  private static String cell(String tag, boolean number, String text) {
    return "<" + tag + (number ? " class=n>" : ">") + ReportPage.escape(text) + "</" + tag + ">";
  }

  /** The whole page. */
  public String html() {
    return html + "</body>\n</html>\n";
  }
}
