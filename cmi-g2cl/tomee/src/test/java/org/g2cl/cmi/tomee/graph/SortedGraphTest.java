package org.g2cl.cmi.tomee.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sorted collections and maps within cycles, which Java serialization reads too. */
class SortedGraphTest {
  private static final int MANY = 20_000;

  @Test
  void shouldKeepASortedSetThatItsOwnElementLeadsTo() throws Exception {
    Task task = new Project().add("b").add("a").tasks.first();

    Task back = Travel.byGraph(task);

    assertThat(back.project.tasks).extracting(each -> each.title).containsExactly("a", "b");
    assertThat(back.project.tasks.first()).isSameAs(back);
    assertThat(back.project.add("c").tasks.last().title).isEqualTo("c");
    assertThat(Travel.byJava(task).project.tasks).hasSize(2);
  }

  @Test
  void shouldKeepASortedMapThatItsOwnKeyLeadsTo() throws Exception {
    Task task = new Project().add("b").add("a").tasks.last();

    Task back = Travel.byGraph(task);

    assertThat(back.project.notes.values()).containsExactly("note of a", "note of b");
    assertThat(back.project.notes.lastKey()).isSameAs(back);
    assertThat(back.project.notes.get(back.project.tasks.first())).isEqualTo("note of a");
  }

  @Test
  void shouldKeepASetWhoseComparatorLeadsToWhatIsReadAfterIt() throws Exception {
    var ranking = new Ranking();
    Collections.addAll(ranking.byRank, "low", "high", "middle");

    Ranking back = Travel.byGraph(ranking);

    assertThat(back.byRank).containsExactly("high", "middle", "low");
    assertThat(back.byRank.add("middle")).isFalse();
  }

  @Test
  void shouldKeepEmptyOnes() throws Exception {
    assertThat(Travel.byGraph(new TreeSet<>(Comparator.<Integer>reverseOrder())).comparator())
        .isEqualTo(Comparator.reverseOrder());
    assertThat(Travel.byGraph(new TreeMap<>())).isEmpty();
    assertThat(Travel.byGraph(new PriorityQueue<>())).isEmpty();
    assertThat(Travel.byGraph(new CopyOnWriteArrayList<>())).isEmpty();
  }

  /** Each element that is added to it alone copies all. */
  @Test
  void shouldReadAListThatIsCopiedOnWriteWithoutACopyForEachElement() throws Exception {
    List<Integer> list = new CopyOnWriteArrayList<>(IntStream.range(0, MANY).boxed().toList());
    byte[] bytes = Travel.write(list);

    long before = allocated();
    Object back = Travel.read(bytes);
    long allocated = allocated() - before;

    assertThat(back).isEqualTo(list);
    assertThat(allocated).isLessThan(100L * MANY);
  }

  private static long allocated() {
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  /** Is compared by what is read behind its project. */
  private static final class Task implements Comparable<Task>, Serializable {
    private static final long serialVersionUID = 1L;

    final Project project;
    final String title;

    Task(Project project, String title) {
      this.project = project;
      this.title = title;
    }

    @Override
    public int compareTo(Task other) {
      return title.compareTo(other.title);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Task task && task.title.equals(title);
    }

    @Override
    public int hashCode() {
      return title.hashCode();
    }
  }

  private static final class Project implements Serializable {
    private static final long serialVersionUID = 1L;

    final TreeSet<Task> tasks = new TreeSet<>();
    final TreeMap<Task, String> notes = new TreeMap<>();

    Project add(String title) {
      Task task = new Task(this, title);
      tasks.add(task);
      notes.put(task, "note of " + title);
      return this;
    }
  }

  private static final class Ranking implements Serializable {
    private static final long serialVersionUID = 1L;

    final TreeSet<String> byRank = new TreeSet<>(new ByRank(this));
    final Map<String, Integer> ranks = new HashMap<>(Map.of("high", 1, "middle", 2, "low", 3));
  }

  private record ByRank(Ranking ranking) implements Comparator<String>, Serializable {
    @Override
    public int compare(String one, String other) {
      return Integer.compare(ranking.ranks.get(one), ranking.ranks.get(other));
    }
  }
}
