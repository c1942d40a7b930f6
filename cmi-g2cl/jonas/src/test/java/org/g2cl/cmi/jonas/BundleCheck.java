package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jar for JOnAS, looked at class by class: runs on Java 8, and has all that it refers to; and
 * copies of it that are broken, each of which is found out. Run after the jar is built, in the
 * phase {@code integration-test}.
 */
class BundleCheck {
  private static final Path JAR = Path.of(System.getProperty("jonas.jar", "none"));
  private static final String TREE = "org/g2cl/cmi/jonas/ClusterTree";
  private static final String SERVICE =
      "META-INF/services/org.g2cl.shaded.jgcs.spi.ProtocolProvider";

  private static Bundle bundle;
  private static Java8Api java8;

  @TempDir Path work;

  @BeforeAll
  static void read() throws IOException {
    bundle = new Bundle(JAR);
    java8 = new Java8Api();
  }

  @Test
  void shouldHaveClassesOfVersion52AtMost() {
    assertThat(bundle.classes()).hasSizeGreaterThan(1_000);
    assertThat(bundle.newerClasses()).isEmpty();
  }

  @Test
  void shouldHaveNothingInPackagesOfOthersNorAtTheTop() {
    assertThat(bundle.files()).hasSizeGreaterThan(bundle.classes().size());
    assertThat(bundle.outOfPlace()).isEmpty();
  }

  /** Where a JGroups of the server is on the same class path, each has to read its own. */
  @Test
  void shouldNameNothingAsTheServersOwnPartsDo() {
    assertThat(bundle.namesOfOthers()).isEmpty();
  }

  @Test
  void shouldBringItsServicesAndConfiguration() {
    assertThat(bundle.missingDescriptors()).isEmpty();
  }

  @Test
  void shouldNameEveryPartOfOthersAndBringItsLicence() {
    assertThat(bundle.missingLicences()).isEmpty();
  }

  @Test
  void shouldReferToNothingThatIsMissingOnJava8() {
    assertThat(bundle.missingReferences(java8)).isEmpty();
  }

  /** A copy of the jar; a file is left out for which the change gives null. */
  private Bundle changed(String file, UnaryOperator<byte[]> change) throws IOException {
    Path copy = work.resolve("broken.jar");
    int found = 0;
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(JAR));
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(copy))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] bytes = in.readAllBytes();
        if (entry.getName().equals(file)) {
          found++;
          bytes = change.apply(bytes);
        }
        if (bytes != null) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          out.write(bytes);
        }
      }
    }
    assertThat(found).as(file).isEqualTo(1);
    return new Bundle(copy);
  }

  private static byte[] ofJava17(byte[] ofClass) {
    ofClass[7] = 61;
    return ofClass;
  }

  private Bundle without(String file) throws IOException {
    return changed(file, bytes -> null);
  }

  @Test
  void shouldNameAClassThatIsTooNew() throws IOException {
    assertThat(changed(TREE + ".class", BundleCheck::ofJava17).newerClasses())
        .containsExactly(TREE + " 61");
  }

  @Test
  void shouldNameAClassThatIsMissingAndWhoRefersToIt() throws IOException {
    assertThat(without(TREE + ".class").missingReferences(java8))
        .contains("org/g2cl/cmi/jonas/G2clClusterViewManager -> class " + TREE)
        .allMatch(reference -> reference.endsWith(" -> class " + TREE));
    String superclass = "org/g2cl/shaded/jgcs/GroupException";
    assertThat(without(superclass + ".class").missingReferences(java8))
        .contains("org/g2cl/shaded/jgcs/ClosedSessionException -> class " + superclass);
  }

  @Test
  void shouldNameDescriptorsThatAreMissing() throws IOException {
    for (String file :
        new String[] {
          SERVICE,
          "org/g2cl/cmi/jonas/config-mapping.xml",
          "org/g2cl/jgcs/jgroups4/tcp.xml",
          "org/g2cl/shaded/jgroups/jg-magic-map.xml"
        }) {
      assertThat(without(file).missingDescriptors()).containsExactly(file);
    }
    assertThat(without("META-INF/MANIFEST.MF").missingDescriptors())
        .containsExactly("META-INF/MANIFEST.MF: Bundle-SymbolicName");
  }

  @Test
  void shouldNameServicesWhoseClassIsMissing() throws IOException {
    String provider = "org.g2cl.jgcs.jgroups4.JGroups4ProtocolProvider";
    assertThat(without(provider.replace('.', '/') + ".class").missingDescriptors())
        .containsExactly(SERVICE + ": " + provider);
  }
}
