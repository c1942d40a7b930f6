package org.g2cl.registry;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Interleavings of writes and reads of a replica's tree. */
@Param(name = "name", gen = IntGen.class, conf = "1:1")
@Param(name = "owner", gen = IntGen.class, conf = "1:2")
public class TreeLincheckTest {
  private final Tree tree = new Tree(name -> {});

  @Operation
  public String bind(@Param(name = "name") int name, @Param(name = "owner") int owner) {
    return tree.bind("n" + name, bytes(owner), owner).toString();
  }

  @Operation
  public String rebind(@Param(name = "name") int name, @Param(name = "owner") int owner) {
    return tree.rebind("n" + name, bytes(owner), owner).toString();
  }

  @Operation
  public String unbind(@Param(name = "name") int name) {
    return tree.unbind("n" + name).toString();
  }

  @Operation
  public void ownerLeaves(@Param(name = "owner") int owner) {
    tree.retain(kept -> kept != owner);
  }

  @Operation
  public long lookup(@Param(name = "name") int name) {
    Entry entry = tree.get("n" + name);
    return entry == null ? 0 : entry.owner();
  }

  @Operation
  public String all() {
    List<Entry> entries = tree.all();
    return entries.stream()
        .map(entry -> entry.name() + "@" + entry.owner())
        .collect(Collectors.joining(","));
  }

  @Test
  void shouldShowEachWriteAtOnceAndWhole() {
    new ModelCheckingOptions()
        .iterations(12)
        .invocationsPerIteration(30)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .check(TreeLincheckTest.class);
  }

  private static byte[] bytes(int owner) {
    return ("o" + owner).getBytes(StandardCharsets.UTF_8);
  }
}
