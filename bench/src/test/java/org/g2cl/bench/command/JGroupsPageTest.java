package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.StateHandler;
import org.g2cl.StateTransferDataSession;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.UpHandler;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/reference/g2cl-for-jgroups-users.md names all that a channel of JGroups has, and sends its
 * users to nothing that we lack; g2cl's JGroupsTableTest reads what it says of the blocks.
 */
class JGroupsPageTest {
  private static final Path PAGE = Path.of("../docs/reference/g2cl-for-jgroups-users.md");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern CALL = Pattern.compile("([A-Za-z_]\\w*)\\(");
  private static final Set<String> OF_OBJECT = Set.of("toString", "equals", "hashCode");
  private static final List<Class<?>> OURS =
      List.of(
          MarshalDataSession.class,
          StateTransferDataSession.class,
          StateHandler.class,
          G2CLMessage.class,
          Membership.class,
          Protocols.class,
          ProtocolFactory.class,
          ProtocolProvider.class);

  @ParameterizedTest
  @ValueSource(
      classes = {
        JChannel.class,
        Receiver.class,
        UpHandler.class,
        Address.class,
        Message.class,
        BytesMessage.class,
        ObjectMessage.class,
        EmptyMessage.class,
        View.class,
        MergeView.class,
        ViewId.class
      })
  void shouldNameEachPublicMethodOfAClass(Class<?> theirs) throws IOException {
    Set<String> missing = new TreeSet<>();
    for (Method method : theirs.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        missing.add(method.getName());
      }
    }
    missing.removeAll(OF_OBJECT);
    rows(theirs.getSimpleName()).forEach(row -> missing.removeAll(found(NAME, row[1])));
    assertThat(missing).as("methods of %s that %s does not name", theirs, PAGE).isEmpty();
  }

  @Test
  void shouldNotSendAnyoneToAMethodThatWeLack() throws IOException {
    Set<String> lacking = new TreeSet<>();
    for (String theirs : List.of("JChannel", "Receiver", "Message", "View")) {
      rows(theirs).forEach(row -> lacking.addAll(found(CALL, row[2])));
    }
    assertThat(lacking).contains("join", "getMembershipList");
    for (Class<?> ours : OURS) {
      lacking.remove(ours.getSimpleName());
      Arrays.stream(ours.getMethods()).map(Method::getName).forEach(lacking::remove);
    }
    assertThat(lacking).as("named in %s, but not there", PAGE).isEmpty();
  }

  /** Rows of the tables below the heading that names a class; their cells begin at 1. */
  private static List<String[]> rows(String theirs) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    List<String> headings =
        lines.stream()
            .filter(line -> line.startsWith("### ") && found(NAME, line).contains(theirs))
            .toList();
    assertThat(headings).as("headings of %s", theirs).hasSize(1);
    return lines.subList(lines.indexOf(headings.get(0)) + 1, lines.size()).stream()
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("|"))
        .map(line -> line.split("\\|", -1))
        .toList();
  }

  /** Names in the code of a text. */
  private static Set<String> found(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher code = CODE.matcher(text);
    while (code.find()) {
      Matcher name = pattern.matcher(code.group(1));
      while (name.find()) {
        names.add(name.group().replace("(", ""));
      }
    }
    return names;
  }
}
