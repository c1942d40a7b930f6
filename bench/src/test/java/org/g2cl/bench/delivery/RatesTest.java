package org.g2cl.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.g2cl.bench.worker.BenchException;
import org.junit.jupiter.api.Test;

class RatesTest {
  private static JsonNode result(Round round) {
    return new ObjectMapper().valueToTree(new Round.Result(1, 1, round.orderSeen(), false));
  }

  private static Round delivered(int... sendersAndNumbers) {
    Round round = new Round(sendersAndNumbers.length / 2);
    for (int i = 0; i < sendersAndNumbers.length; i += 2) {
      round.delivered(sendersAndNumbers[i], (byte) sendersAndNumbers[i + 1]);
    }
    return round;
  }

  @Test
  void shouldCompareEachSystemWithItsEngineAloneWhereThatIsMeasured() {
    Subject jgroups = new Subject(Layer.ALONE, Subject.JGROUPS);
    Subject spread = new Subject(Layer.ALONE, Subject.SPREAD);
    List<Subject> all = List.of(jgroups, spread);
    assertThat(new Subject(Layer.G2CL, Subject.SPREAD).reference(all)).isEqualTo(spread);
    assertThat(new Subject(Layer.G2CL, "legacy").reference(all)).isEqualTo(jgroups);
    assertThat(Subject.on("legacy")).extracting(Subject::layer).doesNotContain(Layer.ALONE);
    assertThat(spread.label()).isEqualTo("Spread alone");
  }

  @Test
  void shouldRefuseARoundWhoseMembersSawDifferentOrders() {
    Rates rates = new Rates();
    rates.newStart();
    JsonNode one = result(delivered(7, 0, 7, 1, 8, 0));
    rates.add(List.of(one, result(delivered(7, 0, 7, 1, 8, 0))), 3, 2);
    rates.add(List.of(one, one), 3, 2);
    Subject subject = new Subject(Layer.JGCS, Subject.JGROUPS);
    assertThat(rates.cell("tcp", subject, 10, rates).delivered().rounds()).isEqualTo(2);
    for (Round other : List.of(delivered(7, 1, 7, 0, 8, 0), delivered(7, 0, 8, 0, 7, 1))) {
      assertThatThrownBy(() -> rates.add(List.of(one, result(other)), 3, 2))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("measurement is not valid");
    }
  }
}
