package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The jar for JOnAS, looked at class by class: runs on Java 8, and has all that it refers to. Run
 * after the jar is built, in the phase {@code integration-test}.
 */
class BundleCheck {
  private static final int JAVA_8 = 52;
  private static final int UTF8 = 1;
  private static final String SHADED = "org/g2cl/shaded/";

  /** Of what is relocated: packages, and JGroups' files and system properties. */
  private static final Pattern OLD_NAME =
      Pattern.compile(
          "net[./]sf[./]jgcs|org[./]jgroups|org[./]slf4j|^jg-(magic|protocol|messages)|^JGROUPS_VERSION|^jgroups\\.(?!version$|codename$)");

  private static final Path JAR = Path.of(System.getProperty("jonas.jar", "none"));

  /** XML, which the JDK brings, and a compression that is there for those who add its jar. */
  private static final List<String> ELSEWHERE = List.of("org/w3c/dom/", "net/jpountz/lz4/");

  /** Classes of the jar, by name with slashes. */
  private static final Map<String, byte[]> CLASSES = new TreeMap<>();

  private static Elements java8;
  private static Types types;

  @BeforeAll
  static void read() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            CLASSES.put(entry.getName().replace(".class", ""), in.readAllBytes());
          }
        }
      }
    }
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("--release", "8"), null, List.of());
    java8 = task.getElements();
    types = task.getTypes();
  }

  @Test
  void shouldHaveClassesOfVersion52AtMost() {
    Set<String> newer = new TreeSet<>();
    CLASSES.forEach(
        (name, bytes) -> {
          int version = (bytes[6] & 0xff) << 8 | (bytes[7] & 0xff);
          if (version > JAVA_8) {
            newer.add(name + " " + version);
          }
        });
    assertThat(CLASSES).hasSizeGreaterThan(1_000);
    assertThat(newer).isEmpty();
  }

  @Test
  void shouldHaveNothingInPackagesOfOthersNorAtTheTop() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .hasSizeGreaterThan(CLASSES.size())
          .allMatch(name -> name.matches("(org/(g2cl/.*)?|META-INF/.*)"));
    }
  }

  /** Where a JGroups of the server is on the same class path, each has to read its own. */
  @Test
  void shouldNameNothingAsTheServersOwnPartsDo() {
    Set<String> names = new TreeSet<>();
    CLASSES.forEach(
        (name, bytes) -> {
          for (String constant : constants(bytes)) {
            if (OLD_NAME.matcher(constant).find() && constant.indexOf(' ') < 0) {
              names.add(name + ": " + constant);
            }
          }
        });
    assertThat(names).isEmpty();
  }

  /** Texts of a class's constant pool. */
  private static List<String> constants(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    List<String> texts = new ArrayList<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item > 0 && bytes[item - 1] == UTF8) {
        try (DataInputStream in =
            new DataInputStream(new ByteArrayInputStream(bytes, item, bytes.length - item))) {
          texts.add(in.readUTF());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return texts;
  }

  @Test
  void shouldBringItsServicesConfigurationAndLicences() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.getEntry("META-INF/services/org.g2cl.shaded.jgcs.spi.ProtocolProvider"))
          .isNotNull();
      assertThat(jar.getEntry("org/g2cl/cmi/jonas/config-mapping.xml")).isNotNull();
      assertThat(jar.getEntry("org/g2cl/jgcs/jgroups4/tcp.xml")).isNotNull();
      assertThat(jar.getEntry("META-INF/THIRD-PARTY.md")).isNotNull();
      assertThat(jar.getManifest().getMainAttributes().getValue("Bundle-SymbolicName"))
          .isEqualTo("org.g2cl.cmi.jonas");
    }
  }

  @Test
  void shouldNameEveryPartOfOthersAndBringItsLicence() throws IOException {
    Set<String> parts = new TreeSet<>();
    for (String name : CLASSES.keySet()) {
      if (name.startsWith(SHADED)) {
        parts.add(name.substring(SHADED.length(), name.indexOf('/', SHADED.length())));
      }
    }
    parts.remove("jgcs"); // the contract, a module of this project
    try (JarFile jar = new JarFile(JAR.toFile())) {
      String notice = text(jar, "META-INF/THIRD-PARTY.md");
      assertThat(parts).isNotEmpty().allMatch(part -> notice.contains("`org.g2cl.shaded." + part));
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/licences/JGroups-LICENSE.txt")).contains("Apache License");
      assertThat(text(jar, "META-INF/licences/SLF4J-LICENSE.txt")).contains("QOS.ch");
      assertThat(text(jar, "META-INF/licences/JvmDowngrader-LICENSE.md")).contains("William Gray");
      assertThat(text(jar, "META-INF/licences/LGPL-2.1.md"))
          .containsIgnoringCase("Lesser General Public License");
    }
  }

  private static String text(JarFile jar, String entry) throws IOException {
    JarEntry found = jar.getJarEntry(entry);
    assertThat(found).as(entry).isNotNull();
    try (InputStream in = jar.getInputStream(found)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Of our own classes; JGroups was built for Java 8, and refers to what is optional. */
  @Test
  void shouldReferToNothingThatIsMissingOnJava8() {
    Set<String> missing = new TreeSet<>();
    CLASSES.forEach(
        (name, bytes) -> {
          if (!name.startsWith("org/g2cl/shaded/jgroups/")
              && !name.startsWith("org/g2cl/shaded/java/")) {
            new ClassReader(bytes).accept(new References(name, missing), ClassReader.SKIP_DEBUG);
          }
        });
    assertThat(missing).isEmpty();
  }

  /** Notes the methods and fields that are called and are not there. */
  private static final class References extends ClassVisitor {
    private final String from;
    private final Set<String> missing;

    References(String from, Set<String> missing) {
      super(Opcodes.ASM9);
      this.from = from;
      this.missing = missing;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String type, boolean isInterface) {
          check(owner, called, type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          check(owner, null, null);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
          check(Type.getObjectType(type).getInternalName(), null, null);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String type, Handle bootstrap, Object... arguments) {
          check(bootstrap.getOwner(), bootstrap.getName(), bootstrap.getDesc());
          for (Object argument : arguments) {
            if (argument instanceof Handle handle) {
              check(handle.getOwner(), handle.getName(), handle.getDesc());
            }
          }
        }
      };
    }

    private void check(String owner, String method, String descriptor) {
      String type =
          owner.startsWith("[") ? Type.getType(owner).getElementType().getInternalName() : owner;
      if (owner.startsWith("[")
          || CLASSES.containsKey(type)
          || ELSEWHERE.stream().anyMatch(type::startsWith)) {
        return;
      }
      if (!type.startsWith("java/") && !type.startsWith("javax/")) {
        if (!isOfServer(type)) {
          missing.add(from + " -> class " + type);
        }
        return;
      }
      TypeElement element = java8.getTypeElement(type.replace('/', '.').replace('$', '.'));
      if (element == null) {
        if (!isOfServer(type)) {
          missing.add(from + " -> class " + type);
        }
      } else if (method != null && !has(element, method, descriptor)) {
        missing.add(from + " -> " + type + "." + method + descriptor);
      }
    }

    /** Whether JOnAS or CMI bring a class: those that we compile against. */
    private static boolean isOfServer(String type) {
      try {
        Class.forName(type.replace('/', '.'), false, References.class.getClassLoader());
        return type.startsWith("org/ow2/") || type.startsWith("javax/");
      } catch (ClassNotFoundException | LinkageError e) {
        return false;
      }
    }

    /** By name, parameters and result: the JVM looks for all of them. */
    private static boolean has(TypeElement type, String method, String descriptor) {
      List<Element> members = new ArrayList<>(java8.getAllMembers(type));
      members.addAll(java8.getAllMembers(java8.getTypeElement("java.lang.Object")));
      boolean signaturePolymorphic =
          type.getQualifiedName().contentEquals("java.lang.invoke.MethodHandle");
      return signaturePolymorphic
          || members.stream()
              .anyMatch(
                  member ->
                      member instanceof ExecutableElement executable
                          && executable.getSimpleName().contentEquals(method)
                          && descriptor(executable).equals(descriptor));
    }
  }

  private static String descriptor(ExecutableElement method) {
    StringBuilder text = new StringBuilder("(");
    method.getParameters().forEach(parameter -> text.append(descriptor(parameter.asType())));
    return text.append(')').append(descriptor(method.getReturnType())).toString();
  }

  private static String descriptor(TypeMirror declared) {
    TypeMirror type = types.erasure(declared);
    if (type instanceof ArrayType array) {
      return "[" + descriptor(array.getComponentType());
    }
    if (type instanceof DeclaredType of && of.asElement() instanceof TypeElement element) {
      return "L" + java8.getBinaryName(element).toString().replace('.', '/') + ";";
    }
    return switch (type.getKind()) {
      case BOOLEAN -> "Z";
      case BYTE -> "B";
      case CHAR -> "C";
      case DOUBLE -> "D";
      case FLOAT -> "F";
      case INT -> "I";
      case LONG -> "J";
      case SHORT -> "S";
      case VOID -> "V";
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** The check itself: of what Java 8 has, and what came with a later one. */
  @Test
  void shouldTellMethodsApartByTheirResultsAndParameters() {
    TypeElement buffer = java8.getTypeElement("java.nio.ByteBuffer");
    assertThat(References.has(buffer, "position", "(I)Ljava/nio/Buffer;")).isTrue();
    assertThat(References.has(buffer, "position", "(I)Ljava/nio/ByteBuffer;")).isFalse();
    TypeElement map = java8.getTypeElement("java.util.Map");
    assertThat(
            References.has(map, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"))
        .isTrue();
    assertThat(References.has(map, "forEach", "(Ljava/util/function/Consumer;)V")).isFalse();
    TypeElement arrays = java8.getTypeElement("java.util.Arrays");
    assertThat(References.has(arrays, "copyOfRange", "([BII)[B")).isTrue();
    assertThat(References.has(arrays, "equals", "([BII[BII)Z")).isFalse();
  }
}
