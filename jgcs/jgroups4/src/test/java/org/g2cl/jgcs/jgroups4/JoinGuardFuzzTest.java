package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeTry;
import net.sf.jgcs.spi.Admission;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.protocols.relay.SiteMaster;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;

/** Requests to join with any proof, joiner and sender: none gets by a proof, none fails. */
class JoinGuardFuzzTest {
  private static final short NUMBER = ClassConfigurator.getProtocolId(GMS.class);
  private static final Address COORDINATOR = UUID.randomUUID();

  /** With which a proof begins. */
  private static final byte VERSION = 1;

  private final List<Message> passed = new ArrayList<>();
  private final List<Message> answers = new ArrayList<>();
  private final JoinGuard guard = new JoinGuard(new Nobody(), "shop");

  JoinGuardFuzzTest() {
    guard.setUpProtocol(new Above());
    guard.setDownProtocol(new Below());
  }

  /** Accepts no proof. */
  private record Nobody() implements Admission {
    @Override
    public byte[] prove(byte[] statement) {
      return new byte[32];
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return false;
    }

    @Override
    public String advice() {
      return "";
    }
  }

  private final class Above extends Protocol {
    Above() {
      id = NUMBER;
    }

    @Override
    public Object up(Message message) {
      return passed.add(message);
    }
  }

  private final class Below extends Protocol {
    @Override
    public Object down(Message message) {
      return answers.add(message);
    }
  }

  @BeforeTry
  void forget() {
    passed.clear();
    answers.clear();
  }

  @Provide
  Arbitrary<Address> anybody() throws UnknownHostException {
    return Arbitraries.<Address>of(
            UUID.randomUUID(), new IpAddress("127.0.0.1", 7), new SiteMaster("site"))
        .injectNull(0.2);
  }

  @Property
  void shouldRefuseAnyProofOfAnybody(
      @ForAll("anybody") Address joiner, @ForAll("anybody") Address sender, @ForAll byte[] proof) {
    byte[] content = Arrays.copyOf(new byte[] {VERSION}, 1 + proof.length);
    System.arraycopy(proof, 0, content, 1, proof.length);

    guard.up(request(joiner, sender, content));

    assertThat(passed).isEmpty();
    assertThat(answers).as("to all").noneMatch(answer -> answer.getDest() == null);
  }

  @Property
  void shouldPassOrRefuseARequestOfAnyContent(
      @ForAll("anybody") Address joiner, @ForAll("anybody") Address sender, @ForAll byte[] any) {
    guard.up(request(joiner, sender, any));

    assertThat(passed.size() + answers.size()).isLessThanOrEqualTo(1);
    assertThat(answers).as("to all").noneMatch(answer -> answer.getDest() == null);
  }

  private static Message request(Address joiner, Address sender, byte[] content) {
    return new Message(COORDINATOR, content)
        .setSrc(sender)
        .putHeader(NUMBER, new GmsHeader(GmsHeader.JOIN_REQ, joiner));
  }
}
