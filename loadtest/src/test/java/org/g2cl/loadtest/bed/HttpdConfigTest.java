package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpdConfigTest {
  @TempDir private Path modules;

  @Test
  void shouldBalanceWithStickySessionsOnLoopbackOnly() {
    String text = config(List.of()).text();

    assertThat(text)
        .contains("Listen 127.0.0.1:8000")
        .contains("BalancerMember \"http://127.0.0.1:8081\" route=web1")
        .contains("BalancerMember \"http://127.0.0.1:8082\" route=web2")
        .contains("stickysession=JSESSIONID")
        .doesNotContain("${", "0.0.0.0", "\nUser ");
    assertThat(text.lines().filter(line -> line.startsWith("Listen"))).hasSize(1);
  }

  @Test
  void shouldGiveUpRootInItsWorkers() {
    assertThat(config(List.of("#33", "#34")).text()).contains("User #33\nGroup #34");
  }

  @Test
  void shouldLoadOnlyModulesThatAreFiles() throws IOException {
    Files.createFile(modules.resolve("mod_proxy.so"));

    assertThat(config(List.of()).text())
        .contains("LoadModule proxy_module \"" + modules.resolve("mod_proxy.so") + "\"")
        .doesNotContain("LoadModule log_config_module");
  }

  @Test
  void shouldLogInTheFormThatTheFiguresAreReadFrom() {
    assertThat(config(List.of()).text())
        .contains("\"%{usec}t %D %>s %{BALANCER_WORKER_ROUTE}e %{X-Shopper}i \\\"%r\\\"\"");
  }

  private HttpdConfig config(List<String> owner) {
    return new HttpdConfig(
        Path.of("/tmp/httpd"), modules, owner, 8000, List.of("127.0.0.1:8081", "127.0.0.1:8082"));
  }
}
