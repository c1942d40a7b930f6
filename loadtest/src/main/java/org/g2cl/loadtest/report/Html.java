package org.g2cl.loadtest.report;

import java.util.Map;
import java.util.stream.Collectors;

/** What all pages of reports have in common: a head without references to anything outside. */
public final class Html {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title}</title>
      <style>
      :root { color-scheme: light dark; --ink: #1a202c; --paper: #fff; --faint: #4a5568; --line: #e2e8f0;
        --neutral: #f7fafc; --good: #e6ffed; --bad: #fff0f0; }
      body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
      .verdict { padding: .8rem 1rem; border-radius: 6px; font-weight: 600; background: var(--neutral); border: 1px solid #a0aec0; }
      .good { background: var(--good); border-color: #34a853; } .bad { background: var(--bad); border-color: #c53030; }
      table { border-collapse: collapse; margin: .6rem 0; display: block; overflow-x: auto; } td, th { padding: .25rem .9rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; padding-left: 1rem; white-space: nowrap; }
      td:nth-child(2):last-child { overflow-wrap: anywhere; }
      figure { margin: 1rem 0; } figure img { max-width: 100%; display: block; } figcaption { color: var(--faint); font-size: .9rem; }
      @media (max-width: 600px) { td, th { padding-right: .6rem; } td.n, th.n { padding-left: .4rem; } }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e0e0e0; --paper: #1f1f1f; --faint: #b0b0b0; --line: #404040; --neutral: #2a2a2a; --good: #12331c; --bad: #3d1a1a; }
        figure img { filter: invert(.88) hue-rotate(180deg); } /* white becomes the page's #1f1f1f, colours stay what they are */
      }
      ${style}</style>
      </head>
      <body>
      <h1>${title}</h1>
      """;

  private Html() {}

  /**
   * Beginning of a page, its title included.
   *
   * @param style rules of this page's own, whole lines of CSS; empty for none
   */
  public static String head(String title, String style) {
    return HEAD.replace("${title}", escape(title)).replace("${style}", style);
  }

  /** Rows of a table of names and values. */
  public static String rows(Map<String, String> values) {
    return values.entrySet().stream()
        .map(
            row ->
                "<tr><td>"
                    + escape(row.getKey())
                    + "</td><td>"
                    + escape(row.getValue())
                    + "</td></tr>")
        .collect(Collectors.joining("\n"));
  }

  /** Text as it may stand in an element or an attribute. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
