package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.jgroups.JoinProofs.Verdict;
import org.junit.jupiter.api.Test;

class JoinProofsTest {
  private static final UuidAddress A = new Address(1);
  private static final UuidAddress B = new Address(2);
  private static final UuidAddress C = new Address(3);

  private final JoinProofs joiners = new JoinProofs(new Sum(), "g");
  private final JoinProofs coordinators = new JoinProofs(new Sum(), "g");

  private static final class Address extends UuidAddress {
    private static final long serialVersionUID = 1L;

    Address(long low) {
      super(0, low, null);
    }
  }

  /** Proves by the statement itself, so that a test sees what is in it. */
  private static final class Sum implements Admission {
    @Override
    public byte[] prove(byte[] statement) {
      return statement.clone();
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return Arrays.equals(statement, proof);
    }

    @Override
    public String advice() {
      return "";
    }
  }

  @Test
  void shouldTakeAProofOnceAndForItsJoinerCoordinatorAndGroupAlone() {
    byte[] captured = joiners.make(B, A);
    assertThat(coordinators.check(C, A, captured)).isEqualTo(Verdict.WRONG);
    assertThat(coordinators.check(B, C, captured)).isEqualTo(Verdict.WRONG);
    assertThat(new JoinProofs(new Sum(), "h").check(B, A, captured)).isEqualTo(Verdict.WRONG);
    assertThat(coordinators.check(B, A, captured)).isEqualTo(Verdict.PROVED);
    assertThat(coordinators.check(B, A, captured)).isEqualTo(Verdict.REPEATED);
    assertThat(coordinators.check(B, A, joiners.make(B, A))).isEqualTo(Verdict.PROVED);
  }

  @Test
  void shouldForgetTheOldestProofsButNotTheLatestThousand() {
    byte[] captured = joiners.make(B, A);
    for (int i = 0; i < 1_000; i++) {
      assertThat(coordinators.check(B, A, joiners.make(B, A))).isEqualTo(Verdict.PROVED);
      if (i == 0) {
        coordinators.check(B, A, captured);
      }
    }
    assertThat(coordinators.check(B, A, captured)).isEqualTo(Verdict.REPEATED);
  }

  @Test
  void shouldRefuseWhatWasChangedOrCutAndPassWhatHasNoProof() {
    byte[] proof = joiners.make(B, A);
    for (int i = 1; i < proof.length; i++) {
      byte[] changed = proof.clone();
      changed[i]++;
      assertThat(coordinators.check(B, A, changed)).as("byte %s", i).isEqualTo(Verdict.WRONG);
      byte[] cut = Arrays.copyOf(proof, i);
      assertThat(coordinators.check(B, A, cut)).as("%s bytes", i).isEqualTo(Verdict.WRONG);
    }
    assertThat(coordinators.check(B, A, null)).isEqualTo(Verdict.NONE);
    assertThat(coordinators.check(B, A, new byte[0])).isEqualTo(Verdict.NONE);
    assertThat(coordinators.check(B, A, new byte[] {2, 0, 0})).isEqualTo(Verdict.NONE);
  }
}
