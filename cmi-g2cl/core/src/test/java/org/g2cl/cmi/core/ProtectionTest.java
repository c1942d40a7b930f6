package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Properties;
import java.util.UUID;
import javax.crypto.spec.SecretKeySpec;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.jgroups.KeyStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectionTest {
  /** Of nobody, by RFC 5737; the engine {@code local} binds nothing. */
  private static final String REACHABLE = "192.0.2.1";

  private final HaSettings.Builder settings =
      HaSettings.builder()
          .set(HaSetting.ENGINE, "local")
          .set(HaSetting.GROUP, "protection-" + UUID.randomUUID());

  private String startAndTellWhatIsLogged() {
    var output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var recorder = new PrintStream(output, true, StandardCharsets.UTF_8)) {
      System.setErr(recorder);
      HaService.start(settings.build()).close();
    } finally {
      System.setErr(before);
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldNotStartWhereStrangersCouldJoinAndSayEachWayOut() {
    settings.set(HaSetting.BIND_ADDRESS, REACHABLE);
    assertThatThrownBy(this::startAndTellWhatIsLogged)
        .isInstanceOf(HaException.class)
        .hasMessageContaining("127.0.0.1:4201: the HA service cannot start")
        .hasMessageContaining("g2cl.bind-address is '192.0.2.1', which others can reach")
        .hasMessageContaining("none of g2cl.secret, g2cl.secret-file and g2cl.keystore is set")
        .hasMessageContaining("Set g2cl.secret-file to a file with the same secret on all members")
        .hasMessageContaining("or bind to loopback")
        .hasMessageContaining("or set g2cl.unprotected=true");
  }

  @Test
  void shouldStartUnprotectedWhenAskedForByNameAndWarn() {
    settings.set(HaSetting.BIND_ADDRESS, REACHABLE).set(HaSetting.UNPROTECTED, "true");
    assertThat(startAndTellWhatIsLogged())
        .contains("WARN", "'192.0.2.1', which others can reach")
        .contains("whoever reaches it can join, read and write")
        .contains("It starts because g2cl.unprotected is true");
  }

  @Test
  void shouldStartWithASecretWhereOthersReachIt() {
    settings.set(HaSetting.BIND_ADDRESS, REACHABLE).set(HaSetting.SECRET, "a-secret-of-ours-1");
    assertThat(startAndTellWhatIsLogged()).doesNotContain("others can reach");
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1,false", "127.0.0.1,true", "127.8.9.10,false", "::1,false"})
  void shouldStartOnLoopbackWithoutAWord(String address, String unprotected) {
    settings.set(HaSetting.BIND_ADDRESS, address).set(HaSetting.UNPROTECTED, unprotected);
    assertThat(startAndTellWhatIsLogged()).doesNotContain("g2cl.unprotected", "others can reach");
  }

  @Test
  void shouldSayThatTheSettingCountsForNothingBesideASecret() {
    settings
        .set(HaSetting.BIND_ADDRESS, REACHABLE)
        .set(HaSetting.SECRET, "a-secret-of-ours-1")
        .set(HaSetting.UNPROTECTED, "true");
    assertThat(startAndTellWhatIsLogged())
        .containsOnlyOnce("g2cl.unprotected is true and counts for nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "local,0.0.0.0",
    "spread,0.0.0.0",
    "jgroups,0.0.0.0",
    "jgroups,::",
    "jgroups4,10.0.0.1"
  })
  void shouldTakeEveryAddressButLoopbackForOneThatOthersReach(String engine, String address) {
    HaSettings made =
        settings.set(HaSetting.ENGINE, engine).set(HaSetting.BIND_ADDRESS, address).build();
    assertThatThrownBy(() -> Protection.check(made))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "jgroups"})
  void shouldResolveNamesOfHosts(String engine) throws GroupException {
    settings.set(HaSetting.ENGINE, engine).set(HaSetting.BIND_ADDRESS, "localhost");
    assertThat(Protection.check(settings.build())).isEmpty();
    HaSettings unknown = settings.set(HaSetting.BIND_ADDRESS, "no-host.invalid").build();
    assertThatThrownBy(() -> Protection.check(unknown))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("bind-address")
        .hasMessageContaining("'no-host.invalid'")
        .hasMessageContaining("the name of this host cannot be resolved");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-rw-rw-", "rw-----w-"})
  void shouldWarnOnceOfASecretFileThatEveryUserCanReadOrWrite(String rights, @TempDir Path folder)
      throws IOException {
    settings.set(HaSetting.SECRET_FILE, secretFile(folder, "a-secret-of-ours-1", rights));
    assertThat(startAndTellWhatIsLogged())
        .containsOnlyOnce("every user of this machine can read or write")
        .contains("WARN", "g2cl.secret-file", "rights 600")
        .doesNotContain("of-ours");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-rw-rw-", "rw-----w-"})
  void shouldWarnOnceOfAKeyStoreThatEveryUserCanReadOrWrite(String rights, @TempDir Path folder)
      throws Exception {
    useKeyStore(folder, rights);
    assertThat(startAndTellWhatIsLogged())
        .containsOnlyOnce("every user of this machine can read or write")
        .contains("WARN", folder.resolve("keys.p12") + ", which g2cl.keystore names", "rights 600")
        .doesNotContain("of-ours");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--r-----"})
  void shouldStartWithAKeyStoreOfItsOwnerAndGroupWithoutAWord(String rights, @TempDir Path folder)
      throws Exception {
    useKeyStore(folder, rights);
    assertThat(startAndTellWhatIsLogged()).doesNotContain("every user");
  }

  private void useKeyStore(Path folder, String rights) throws Exception {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    String password = "a-password-of-ours";
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("g2cl", new SecretKeySpec(new byte[32], "AES"), password.toCharArray(), null);
    Path file = folder.resolve("keys.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password.toCharArray());
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    settings.set(HaSetting.KEYSTORE, file.toString()).set(HaSetting.KEYSTORE_PASSWORD, password);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--r-----"})
  void shouldStartWithASecretFileOfItsOwnerAndGroupWithoutAWord(String rights, @TempDir Path folder)
      throws IOException {
    settings.set(HaSetting.SECRET_FILE, secretFile(folder, "a-secret-of-ours-1", rights));
    assertThat(startAndTellWhatIsLogged()).doesNotContain("every user");
  }

  @Test
  void shouldTellWhichKeyProtectsTheGroupAndNotTheKey() {
    assertThat(Protection.key(settings.build())).isEmpty();
    settings.set(HaSetting.SECRET, "a-secret-of-ours-1");
    assertThat(Protection.key(settings.build()))
        .hasValueSatisfying(
            told ->
                assertThat(told)
                    .endsWith("is encrypted and authenticated, by the key of g2cl.secret")
                    .doesNotContain("of-ours"));
  }

  private static String secretFile(Path folder, String secret, String rights) throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path file = Files.writeString(folder.resolve("secret"), secret);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights)).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "SECRET,short,a secret must have 16 characters",
    "SECRET_FILE,/no/such/file,there is no such file",
    "KEYSTORE,/no/such/store,it cannot be read"
  })
  void shouldNameTheSettingOfAKeyAsItsUserDoes(HaSetting setting, String value, String rule) {
    settings.set(setting, value);
    assertThatThrownBy(this::startAndTellWhatIsLogged)
        .isInstanceOf(HaException.class)
        .hasMessageContaining(setting.key() + " ")
        .hasMessageContaining(rule)
        .message()
        .doesNotContain("crypto.");
  }

  private HaSettings withStack(Path folder, Properties stack) throws Exception {
    Path file = folder.resolve("engine.properties");
    try (var out = Files.newBufferedWriter(file)) {
      stack.store(out, null);
    }
    return settings.set(HaSetting.ENGINE, "jgroups").set(HaSetting.STACK, file.toString()).build();
  }

  @Test
  void shouldTakeMembersThatShowCertificatesForProtected(@TempDir Path folder) throws Exception {
    KeyStores keys = KeyStores.create(folder, "a");
    var stack = new Properties();
    stack.putAll(keys.trusting(keys));
    settings.set(HaSetting.BIND_ADDRESS, REACHABLE);
    assertThat(Protection.check(withStack(folder, stack))).isEmpty();
  }

  @Test
  void shouldLookAtTheAddressThatTheEnginesFileGives(@TempDir Path folder) throws Exception {
    var stack = new Properties();
    stack.put(ProtocolProvider.BIND_ADDRESS, REACHABLE);
    settings.set(HaSetting.BIND_ADDRESS, "");
    HaSettings made = withStack(folder, stack);
    assertThatThrownBy(() -> Protection.check(made))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("which others can reach");
  }
}
