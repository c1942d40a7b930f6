package org.g2cl.loadtest.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's pages: every Markdown file that is not below a target folder. */
final class Pages {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:\\$ )?((?:mvn|java|jar|bash|sh|cp|mv|cd|cat|unzip|curl|openssl|docker|kubectl|\\./[\\w./-]+)( .*)?)");

  private Pages() {}

  /** One page. */
  record Page(Path file, String text) {
    /** Name from the root, as a message shows it. */
    @Override
    public String toString() {
      return ROOT.relativize(file).toString();
    }

    /** What stands between lines of three backticks, of one language. */
    List<Block> blocks(String language) {
      List<Block> blocks = new ArrayList<>();
      List<String> lines = text.lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).startsWith("```")) {
          int end = i + 1;
          while (!lines.get(end).startsWith("```")) {
            end++;
          }
          if (lines.get(i).equals("```" + language)) {
            blocks.add(new Block(this, i + 2, String.join("\n", lines.subList(i + 1, end))));
          }
          i = end;
        }
      }
      return blocks;
    }

    /** Lines that a reader types into a shell: code that begins with the name of a program. */
    List<String> commands() {
      List<String> commands = new ArrayList<>();
      boolean fenced = false;
      for (String line : text.lines().toList()) {
        fenced ^= line.strip().startsWith("```");
        Matcher command = COMMAND.matcher(line.strip());
        if ((fenced || line.startsWith("    ")) && command.matches()) {
          commands.add(command.group(1));
        }
      }
      return commands;
    }
  }

  /** Code on a page. */
  record Block(Page page, int line, String text) {
    @Override
    public String toString() {
      return page + ":" + line;
    }
  }

  static List<Page> all() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.\\w+)/.*"))
          .sorted()
          .map(Pages::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page read(Path file) {
    try {
      return new Page(file.toAbsolutePath().normalize(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
