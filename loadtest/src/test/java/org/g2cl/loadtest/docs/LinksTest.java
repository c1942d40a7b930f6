package org.g2cl.loadtest.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

  @Test
  void shouldLeadSomewhere() {
    List<String> broken = new ArrayList<>();
    for (Pages.Page page : Pages.all()) {
      for (String link : links(page)) {
        Path target = target(page, link);
        if (!Files.exists(target)) {
          broken.add(page + ": " + link);
        } else if (link.contains("#") && !hasAnchor(target, link)) {
          broken.add(page + ": " + link + " (no such heading)");
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void shouldReachEveryPageFromTheIndex() {
    Path index = Pages.ROOT.resolve("docs/README.md");
    Set<Path> reached = new HashSet<>(Set.of(index));
    Deque<Path> open = new ArrayDeque<>(List.of(index));
    while (!open.isEmpty()) {
      Pages.Page page = Pages.read(open.remove());
      for (String link : links(page)) {
        Path target = target(page, link);
        if (target.toString().endsWith(".md") && Files.exists(target) && reached.add(target)) {
          open.add(target);
        }
      }
    }
    assertThat(Pages.all())
        .filteredOn(page -> page.file().startsWith(Pages.ROOT.resolve("docs")))
        .allSatisfy(page -> assertThat(reached).contains(page.file()));
  }

  @Test
  void shouldNameEveryPageOfItsKindInTheIndex() {
    String index = Pages.read(Pages.ROOT.resolve("docs/README.md")).text();
    for (Pages.Page page : Pages.all()) {
      Path name = Pages.ROOT.resolve("docs").relativize(page.file());
      if (name.toString().matches("(tutorial|howto|reference|explanation)/\\w[^/]*\\.md")) {
        assertThat(index).contains("(" + name + ")");
      }
    }
  }

  private static List<String> links(Pages.Page page) {
    List<String> links = new ArrayList<>();
    Matcher matcher = LINK.matcher(page.text());
    while (matcher.find()) {
      if (!matcher.group(1).matches("(https?|mailto):.*")) {
        links.add(matcher.group(1));
      }
    }
    return links;
  }

  private static Path target(Pages.Page page, String link) {
    String file = URI.create(link).getPath();
    return file.isEmpty() ? page.file() : page.file().resolveSibling(file).normalize();
  }

  private static boolean hasAnchor(Path file, String link) {
    String anchor = link.substring(link.indexOf('#') + 1);
    return file.toString().endsWith(".md")
        && Pages.read(file)
            .text()
            .lines()
            .filter(line -> line.startsWith("#"))
            .anyMatch(line -> anchor(line).equals(anchor));
  }

  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }
}
