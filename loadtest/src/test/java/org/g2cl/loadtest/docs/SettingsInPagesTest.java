package org.g2cl.loadtest.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.g2cl.cmi.client.ClientSetting;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaMetric;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.junit.jupiter.api.Test;

/** Every setting that a page names exists, and every value that a page gives one is taken. */
class SettingsInPagesTest {
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w.])g2cl\\.[a-z]+(-[a-z]+)*(\\.[a-z]+(-[a-z]+)*)*(?![\\w(*])");
  private static final Pattern VALUE =
      Pattern.compile("(?<![\\w.])(g2cl\\.[a-z-]+)=([\\w:/.,@-]*[\\w])");
  private static final Pattern ENVIRONMENT = Pattern.compile("\\bG2CL_[A-Z_]*[A-Z]");

  /** Of JOnAS, read by {@code GroupSettings} of cmi-g2cl/jonas. */
  private static final Set<String> OF_JONAS = Set.of("g2cl.allowed-classes");

  @Test
  void shouldNameOnlySettingsAndFiguresThatExist() {
    Set<String> known = new TreeSet<>(OF_JONAS);
    Arrays.stream(HaSetting.values()).forEach(setting -> known.add(setting.key()));
    Arrays.stream(HaMetric.values()).forEach(metric -> known.add(metric.key()));
    Arrays.stream(ClientSetting.values()).forEach(setting -> known.add(setting.key()));
    for (Pages.Page page : Pages.all()) {
      Matcher names = NAME.matcher(page.text());
      while (names.find()) {
        String name = names.group();
        if (!isOfCode(page.text(), names)) {
          assertThat(known)
              .as("%s names %s", page, name)
              .anyMatch(k -> k.equals(name) || name.startsWith("g2cl.client.policy."));
        }
      }
    }
  }

  /** A package, a jar, a properties file or a host. */
  private static boolean isOfCode(String text, Matcher name) {
    int end = name.end();
    return name.group().matches("g2cl\\.(cmi|shaded|jgcs|registry|propagation|sample)\\b.*")
        || (end < text.length()
            && text.charAt(end) == '.'
            && text.substring(end).matches("(?s)\\.[A-Z].*"));
  }

  @Test
  void shouldNameOnlyVariablesThatAreRead() {
    Set<String> known =
        Arrays.stream(HaSetting.values())
            .map(HaSetting::environmentKey)
            .collect(Collectors.toCollection(TreeSet::new));
    for (Pages.Page page : Pages.all()) {
      Matcher names = ENVIRONMENT.matcher(page.text());
      while (names.find()) {
        assertThat(known).as("%s", page).contains(names.group());
      }
    }
  }

  @Test
  void shouldGiveOnlyValuesThatAreTaken() {
    Map<String, HaSetting> settings = new HashMap<>();
    Arrays.stream(HaSetting.values()).forEach(setting -> settings.put(setting.key(), setting));
    List<String> refused = new ArrayList<>();
    int seen = 0;
    for (Pages.Page page : Pages.all()) {
      Matcher values = VALUE.matcher(page.text());
      while (values.find()) {
        HaSetting setting = settings.get(values.group(1));
        boolean placeholder = values.group(2).matches("[A-Z]");
        if (setting != null && !placeholder) {
          seen++;
          String problem = problem(setting, values.group(2));
          if (!problem.isEmpty()) {
            refused.add(page + ": " + problem);
          }
        }
      }
    }
    assertThat(refused).isEmpty();
    assertThat(seen).as("values on the pages").isPositive();
  }

  private static String problem(HaSetting setting, String value) {
    try {
      HaSettings.Builder builder = HaSettings.builder().set(HaSetting.BACKUPS, 3);
      builder.set(setting, value).build();
      return "";
    } catch (HaException e) {
      return e.getMessage();
    }
  }
}
