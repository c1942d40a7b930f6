package org.g2cl.loadtest.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What shell lines of the pages name is there: modules, profiles, files and scripts. */
class ShellLinesTest {
  private static final Pattern MODULES = Pattern.compile("-pl (\\S+)");
  private static final Pattern PROFILE = Pattern.compile("\\s-P(\\S+)");
  private static final Pattern MADE_OR_CHOSEN = Pattern.compile(".*([$*…<>=]|\\btarget/).*");

  @Test
  void shouldNameOnlyModulesThatExist() {
    List<String> missing = new ArrayList<>();
    int seen = 0;
    for (Pages.Page page : Pages.all()) {
      for (String command : page.commands()) {
        Matcher modules = MODULES.matcher(command);
        while (modules.find()) {
          for (String module : modules.group(1).split(",", -1)) {
            seen++;
            if (!MADE_OR_CHOSEN.matcher(module).matches()
                && !Files.exists(Pages.ROOT.resolve(module).resolve("pom.xml"))) {
              missing.add(page + ": " + module);
            }
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(seen).as("modules on the pages").isGreaterThan(5);
  }

  @Test
  void shouldNameOnlyProfilesThatExist() throws IOException {
    List<String> poms = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Pages.ROOT, 4)) {
      for (Path pom : files.filter(file -> file.endsWith("pom.xml")).toList()) {
        poms.add(Files.readString(pom));
      }
    }
    for (Pages.Page page : Pages.all()) {
      for (String command : page.commands()) {
        Matcher profile = PROFILE.matcher(command);
        while (profile.find()) {
          assertThat(poms)
              .as("%s: %s", page, command)
              .anyMatch(pom -> pom.contains("<id>" + profile.group(1) + "</id>"));
        }
      }
    }
  }

  @Test
  void shouldNameOnlyFilesThatExist() throws IOException {
    Set<String> tops;
    try (Stream<Path> files = Files.list(Pages.ROOT)) {
      tops = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
    List<String> missing = new ArrayList<>();
    int seen = 0;
    for (Pages.Page page : Pages.all()) {
      for (String command : page.commands()) {
        for (String word : command.split("[\\s,'\";]+", -1)) {
          if (isOurs(word, tops)) {
            seen++;
            if (!Files.exists(Pages.ROOT.resolve(word).normalize())) {
              missing.add(page + ": " + word);
            }
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(seen).as("files on the pages").isGreaterThan(5);
  }

  /**
   * A path from the root, of something that is neither made by a build nor chosen by the reader.
   */
  private static boolean isOurs(String word, Set<String> tops) {
    boolean path = word.startsWith("./") || (word.contains("/") && tops.contains(top(word)));
    return path && !MADE_OR_CHOSEN.matcher(word).matches();
  }

  private static String top(String word) {
    return word.substring(0, word.indexOf('/'));
  }
}
