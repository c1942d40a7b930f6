package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table for users of JGroups names all that JGroups has, and promises nothing that we lack. */
class JGroupsTableTest {
  private static final Path TABLE = Path.of("..", "docs", "reference", "g2cl-for-jgroups-users.md");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

  private static final Map<Class<?>, Class<?>> PAIRS =
      Map.ofEntries(
          Map.entry(org.jgroups.blocks.MessageDispatcher.class, MessageDispatcher.class),
          Map.entry(org.jgroups.blocks.RpcDispatcher.class, RpcDispatcher.class),
          Map.entry(org.jgroups.blocks.RequestOptions.class, RequestOptions.class),
          Map.entry(org.jgroups.blocks.RequestHandler.class, RequestHandler.class),
          Map.entry(org.jgroups.blocks.Response.class, Response.class),
          Map.entry(org.jgroups.blocks.ResponseMode.class, ResponseMode.class),
          Map.entry(org.jgroups.blocks.RspFilter.class, RspFilter.class),
          Map.entry(org.jgroups.blocks.MethodCall.class, MethodCall.class),
          Map.entry(org.jgroups.blocks.MethodLookup.class, MethodLookup.class),
          Map.entry(org.jgroups.blocks.MethodInvoker.class, MethodInvoker.class),
          Map.entry(org.jgroups.blocks.ReplicatedHashMap.class, ReplicatedHashMap.class),
          Map.entry(org.jgroups.util.Rsp.class, Rsp.class),
          Map.entry(org.jgroups.util.RspList.class, RspList.class));

  /** Methods of which the table says that they return something else. */
  private static final Set<String> OTHER_RESULTS = Set.of("exclusionList()", "getExclusionList()");

  static Stream<Class<?>> classesOfJGroups() {
    return PAIRS.keySet().stream();
  }

  private static List<String[]> rows() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .filter(line -> line.startsWith("|"))
        .map(line -> line.split("\\|", -1))
        .toList();
  }

  private static Set<String> namesIn(String cell) {
    Set<String> names = new TreeSet<>();
    Matcher code = CODE.matcher(cell);
    while (code.find()) {
      Matcher name = NAME.matcher(code.group(1));
      while (name.find()) {
        names.add(name.group());
      }
    }
    return names;
  }

  /** Name and parameters, with our types for JGroups'. */
  private static String signature(Executable method) {
    String name = method instanceof Method ? method.getName() : "new";
    return Arrays.stream(method.getParameterTypes())
        .map(JGroupsTableTest::ours)
        .collect(Collectors.joining(", ", name + "(", ")"));
  }

  private static String ours(Class<?> type) {
    if (type == Address.class) {
      return "SocketAddress";
    }
    return type == Message.class ? "G2CLMessage" : type.getSimpleName();
  }

  private static Stream<Executable> publicOnes(Class<?> type) {
    return Stream.<Executable>concat(
            Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }

  /** Constructors are named by their parameters, as in {@code MethodCall(name, args, types)}. */
  private static boolean isNamed(Executable method, Set<String> names) {
    return names.contains(
        method instanceof Method ? method.getName() : method.getDeclaringClass().getSimpleName());
  }

  @ParameterizedTest
  @MethodSource("classesOfJGroups")
  void shouldNameEachMethodOfJGroupsThatIsNotThereWithTheSameSignature(Class<?> theirs)
      throws IOException {
    Class<?> own = PAIRS.get(theirs);
    Set<String> there =
        Stream.concat(Arrays.stream(own.getMethods()), Arrays.stream(own.getConstructors()))
            .map(JGroupsTableTest::signature)
            .collect(Collectors.toSet());
    Set<String> named = new TreeSet<>();
    rows().forEach(row -> named.addAll(namesIn(row[1])));
    Set<String> missing =
        publicOnes(theirs)
            .filter(method -> !there.contains(signature(method)) && !isNamed(method, named))
            .map(JGroupsTableTest::signature)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(missing).as("%s: not there, and not in %s", theirs, TABLE).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("classesOfJGroups")
  void shouldReturnWhatJGroupsReturns(Class<?> theirs) {
    Map<String, String> own =
        Arrays.stream(PAIRS.get(theirs).getMethods())
            .collect(
                Collectors.toMap(
                    JGroupsTableTest::signature, JGroupsTableTest::result, (a, b) -> a));
    Set<String> different =
        Arrays.stream(theirs.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
            .filter(method -> own.containsKey(signature(method)))
            .filter(method -> !own.get(signature(method)).equals(ours(method.getReturnType())))
            .map(JGroupsTableTest::signature)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(different).isSubsetOf(OTHER_RESULTS);
  }

  private static String result(Method method) {
    return method.getReturnType().getSimpleName();
  }

  @Test
  void shouldNameEachClassOfTheBlocks() throws Exception {
    Set<String> named = new TreeSet<>();
    Files.readAllLines(TABLE).forEach(line -> named.addAll(partsIn(line)));
    Set<String> missing = new TreeSet<>();
    for (String type : blocks()) {
      String folder = type.substring(0, type.lastIndexOf('/') + 1).replace('/', '.');
      String simpleName = type.substring(type.lastIndexOf('/') + 1);
      if (!named.contains(simpleName) && !named.contains(folder + "*")) {
        missing.add(type);
      }
    }
    assertThat(missing).as("classes of org.jgroups.blocks that are not in %s", TABLE).isEmpty();
  }

  /** Names with their packages, {@code cs.*}, and without. */
  private static Set<String> partsIn(String line) {
    Set<String> parts = namesIn(line);
    Matcher code = CODE.matcher(line);
    while (code.find()) {
      parts.add(code.group(1));
    }
    return parts;
  }

  /** Top-level classes below the package, for instance {@code atomic/Counter}. */
  private static List<String> blocks() throws Exception {
    Class<?> one = org.jgroups.blocks.MessageDispatcher.class;
    Path jar = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (FileSystem inside = FileSystems.newFileSystem(jar)) {
      Path root = inside.getPath("org/jgroups/blocks");
      try (Stream<Path> files = Files.walk(root)) {
        return files
            .map(file -> root.relativize(file).toString())
            .filter(file -> file.endsWith(".class") && !file.contains("$"))
            .map(file -> file.substring(0, file.length() - ".class".length()))
            .toList();
      }
    }
  }

  @Test
  void shouldHaveWhatItCallsTheSame() throws IOException {
    Set<String> there = new TreeSet<>(Set.of("name", "args", "types", "dests", "call", "options"));
    there.addAll(Set.of("members", "timeout", "method", "id", "dest", "msg", "response", "target"));
    PAIRS.values().forEach(own -> collect(own, there));
    Set<String> lacking = new TreeSet<>();
    for (String[] row : rows()) {
      if (row[2].strip().startsWith("same")) {
        lacking.addAll(namesIn(row[1]));
      }
    }
    lacking.removeAll(there);
    assertThat(lacking).as("said to be the same in %s, but not there", TABLE).isEmpty();
  }

  private static void collect(Class<?> own, Set<String> there) {
    there.add(own.getSimpleName());
    Arrays.stream(own.getMethods()).map(Method::getName).forEach(there::add);
    Arrays.stream(own.getFields()).forEach(field -> there.add(field.getName()));
    Arrays.stream(own.getClasses()).forEach(nested -> there.add(nested.getSimpleName()));
  }
}
