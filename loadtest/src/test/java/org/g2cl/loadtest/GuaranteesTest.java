package org.g2cl.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of guarantees, and that on security, name tests that exist. */
class GuaranteesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/reference/guarantees.md");
  private static final Path SECURITY = ROOT.resolve("SECURITY.md");
  private static final Pattern NAMED =
      Pattern.compile("`(\\w+)#(\\w+)`( \\([^()]*with `-Pslow`\\))?");
  private static final Pattern CLASS = Pattern.compile("`(\\w+(?:Test|Contract))[`#]");
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example)\\b");
  private static final Pattern LEFT_OUT = Pattern.compile("@(Disabled|Tag)\\b");
  private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");

  @Test
  void shouldNameTestsThatExistAndRun() throws IOException {
    Map<String, List<String>> sources = sources();
    List<MatchResult> named =
        NAMED.matcher(Files.readString(PAGE) + Files.readString(SECURITY)).results().toList();

    assertThat(named).hasSizeGreaterThan(50);
    assertThat(named)
        .allSatisfy(
            test ->
                assertThat(sources.getOrDefault(test.group(1), List.of()))
                    .as("%s", test.group())
                    .anyMatch(source -> isRun(source, test)));
  }

  /** One that each build runs, or a slow one, and the page says so right behind it. */
  private static boolean isRun(String source, MatchResult test) {
    return test.group(3) == null
        ? isRun(source, test.group(2))
        : isRun(source.replace("  @Tag(\"slow\")\n", ""), test.group(2));
  }

  @Test
  void shouldNameClassesThatExistAndOfWhichTestsAreMade() throws IOException {
    Map<String, List<String>> sources = sources();
    Set<String> missing = new TreeSet<>();
    CLASS
        .matcher(Files.readString(PAGE) + Files.readString(SECURITY))
        .results()
        .map(name -> name.group(1))
        .filter(name -> !isMade(name, sources))
        .forEach(missing::add);

    assertThat(missing).as("no test class, nor one that a test class extends").isEmpty();
  }

  /** An abstract class is run only as what extends it. */
  private static boolean isMade(String name, Map<String, List<String>> sources) {
    Pattern extended = Pattern.compile("\\bextends " + name + "\\b");
    return sources.getOrDefault(name, List.of()).stream()
        .anyMatch(
            source ->
                !source.contains("abstract class " + name)
                    || sources.values().stream()
                        .flatMap(List::stream)
                        .anyMatch(other -> extended.matcher(other).find()));
  }

  @Test
  void shouldTakeAnAbstractClassForATestOnlyWhenOneExtendsIt() {
    Map<String, List<String>> alone = Map.of("AContract", List.of("abstract class AContract {}"));
    assertThat(isMade("AContract", alone)).isFalse();
    assertThat(isMade("ATest", alone)).isFalse();
    Map<String, List<String>> extended = new HashMap<>(alone);
    extended.put("ATest", List.of("final class ATest extends AContract {}"));
    assertThat(isMade("AContract", extended)).isTrue();
    assertThat(isMade("ATest", extended)).isTrue();
  }

  @Test
  void shouldTakeASlowTestForOneThatRunsOnlyWhereThePageSaysWhen() {
    String slow = "class A {\n  @Test\n  @Tag(\"slow\")\n  void a() {}\n";
    MatchResult unsaid = NAMED.matcher("`A#a`, `B#b` (with `-Pslow`)").results().toList().get(0);
    MatchResult said = NAMED.matcher("`A#a` (with `-Pslow`)").results().toList().get(0);

    assertThat(isRun(slow, unsaid)).isFalse();
    assertThat(isRun(slow, said)).isTrue();
  }

  /** Whether each build runs a test: it is none of those that only {@code -Pslow} adds. */
  private static boolean isRun(String source, String method) {
    int at = source.indexOf("void " + method + "(");
    if (at < 0) {
      return false;
    }
    int before = source.lastIndexOf("}\n", at); // the end of what stands before its annotations
    String ofMethod = source.substring(Math.max(before, 0), at);
    String ofClass = source.substring(0, source.indexOf("class "));
    return TEST.matcher(ofMethod).find() && !LEFT_OUT.matcher(ofClass + ofMethod).find();
  }

  @Test
  void shouldNotTakeForATestWhatABuildDoesNotRun() {
    assertThat(isRun("class A {\n  @Test\n  void a() {}\n", "a")).isTrue();
    assertThat(isRun("class A {\n  @Test\n  void a() {}\n\n  void b() {}\n", "b")).isFalse();
    assertThat(isRun("class A {\n  @Test\n  @Disabled\n  void a() {}\n", "a")).isFalse();
    assertThat(isRun("class A {\n  @Tag(\"slow\")\n  @Test\n  void a() {}\n", "a")).isFalse();
    String tagged = "@Tag(\"slow\")\nclass A {\n  @Test\n  void b() {}\n\n";
    assertThat(isRun(tagged + "  @Test\n  void a() {}\n", "a")).isFalse();
  }

  @Test
  void shouldListTheNamedTestsThatAMachineMaySkip() throws IOException {
    String page = Files.readString(PAGE);
    String list = page.substring(0, page.indexOf("\n## "));
    Map<String, List<String>> sources = sources();
    var skipping = new Skipping(sources);
    Set<String> missing = new TreeSet<>();
    NAMED
        .matcher(page + Files.readString(SECURITY))
        .results()
        .filter(test -> sources.containsKey(test.group(1)))
        .filter(test -> skipping.maySkip(test.group(1), test.group(2)))
        .filter(test -> !list.contains("`" + test.group(1) + "`"))
        .filter(test -> !list.contains(test.group()))
        .forEach(test -> missing.add(test.group()));

    assertThat(missing).as("may be skipped; list them at the head of %s", PAGE).isEmpty();
  }

  @Test
  void shouldSeeInATestsSourceThatAMachineMaySkipIt() {
    String plain = "  @Test\n  void a() throws Exception {\n    b();\n  }\n\n";
    assertThat(maySkip(plain)).isFalse();
    assertThat(maySkip(plain.replace("@Test", "@Test\n  @EnabledOnOs(OS.LINUX)"))).isTrue();
    assertThat(maySkip(plain.replace("b()", "assumeTrue(c)"))).isTrue();
    assertThat(maySkip(plain.replace("b()", "assumeThat(c).isTrue()"))).isTrue();
    assertThat(maySkip(plain.replace("b()", "Assumptions.abort(\"c\")"))).isTrue();
    assertThat(maySkip(plain.replace("b()", "call.abort()"))).isFalse();
    assertThat(maySkip(plain + "  private void b() {\n    assumeTrue(c);\n  }\n")).isTrue();
    assertThat(maySkip(plain + "  @Test\n  void c() {\n    assumeTrue(d);\n  }\n")).isFalse();
    assertThat(maySkip(plain + "  @BeforeAll\n  static void c() {\n    assumeTrue(d);\n  }\n"))
        .isTrue();
    assertThat(maySkip(plain.replace("b()", "Tools.orSkip()"))).isTrue();
    String condition = "@EnabledIfEnvironmentVariable(named = \"A\", matches = \".+\")\n";
    assertThat(new Skipping(Map.of("A", List.of(condition + classOf(plain)))).maySkip("A", "a"))
        .isTrue();
  }

  private static boolean maySkip(String methods) {
    String tools = "  static void orSkip() {\n    assumeTrue(a);\n  }\n";
    Map<String, List<String>> sources =
        Map.of("A", List.of(classOf(methods)), "Tools", List.of(classOf(tools)));
    return new Skipping(sources).maySkip("A", "a");
  }

  private static String classOf(String methods) {
    return "class A {\n" + methods + "}\n";
  }

  /** A cell too many, as by a bar that is not written {@code \\|}, is not shown, nor told of. */
  @Test
  void shouldHaveAsManyCellsInEachRowAsItsTableHasColumns() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int rows = 0;
    int columns = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.startsWith("|")) {
        columns = 0;
        continue;
      }
      columns = columns == 0 ? cells(line) : columns;
      assertThat(cells(line)).as("cells of line %d: %s", i + 1, line).isEqualTo(columns);
      rows++;
    }
    assertThat(rows).isGreaterThan(50);
  }

  /** As GitHub counts: a bar in a code span parts cells too, but for one after a backslash. */
  private static int cells(String row) {
    assertThat(row.strip()).endsWith("|");
    return BAR.split(row.strip(), -1).length - 2;
  }

  /** Texts of all sources by the name of their class, which several modules may have. */
  private static Map<String, List<String>> sources() throws IOException {
    Map<String, List<String>> sources = new HashMap<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.endsWith(".java") && isOfTests(file)) {
              sources
                  .computeIfAbsent(name.replace(".java", ""), key -> new ArrayList<>())
                  .add(read(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  private static boolean isOfTests(Path file) {
    return file.toString().contains("src/test/java") || file.startsWith(ROOT.resolve("jgcs/tck"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
