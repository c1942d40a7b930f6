package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documentation shows the files that the servers of these tests run with. */
class DocumentedFilesTest {
  private static final Path DOCS = Path.of(System.getProperty("sample.docs"));

  @ParameterizedTest
  @CsvSource({
    "howto/tomee.md, tomee.xml",
    "howto/tomee.md, system.properties",
    "howto/tomee.md, setenv.sh",
    "howto/tomee.md, tomcat-users.xml",
    "tutorial/tomee.md, tomee.xml",
    "tutorial/tomee.md, system.properties",
    "tutorial/tomee.md, setenv.sh"
  })
  void shouldShowTheFileAsItIs(String page, String file) throws Exception {
    assertThat(Files.readString(DOCS.resolve(page)))
        .contains("\n" + Documented.text(file).strip() + "\n```");
  }
}
