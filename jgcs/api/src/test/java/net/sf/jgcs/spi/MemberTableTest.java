package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberTableTest {
  /** Address that is equal by its number, and has the hash that the test gives to it. */
  private record Address(int number, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static Map<Address, String> members(int count, int hashes) {
    Map<Address, String> members = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      members.put(new Address(i, i % hashes), "m" + i);
    }
    return members;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8, 9, 100})
  void shouldFindAllMembersAndNoOther(int count) {
    MemberTable<Address, String> table = new MemberTable<>(members(count, 1_000));
    for (int i = 0; i < count; i++) {
      assertThat(table.get(new Address(i, i))).isEqualTo("m" + i);
    }
    assertThat(table.get(new Address(count, count))).isNull();
    assertThat(table.get(new Address(count, -1))).isNull();
  }

  @Test
  void shouldTellMembersOfOneHashApart() {
    MemberTable<Address, String> table = new MemberTable<>(members(20, 2));
    for (int i = 0; i < 20; i++) {
      assertThat(table.get(new Address(i, i % 2))).isEqualTo("m" + i);
    }
    assertThat(table.get(new Address(20, 0))).isNull();
  }
}
