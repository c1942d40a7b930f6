package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A limit of a process's processor time, kept by a control group of Linux, version 1 or 2.
 *
 * <p>It is set by a shell on the machine that the process runs on, which moves itself into a new
 * group and then becomes the process. The group is one below that of the shell, or in version 2,
 * where a group with processes must not have groups with limits below it, one beside it. It has the
 * process id in its name; an empty one whose process has ended is deleted by {@link #sweep}.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">Control Group v2, "No Internal
 *     Process Constraint" and cpu.max</a>
 * @see <a href="https://docs.kernel.org/scheduler/sched-bwc.html">CFS Bandwidth Control, for
 *     version 1</a>
 */
final class ProcessorLimit {
  private static final int PERIOD = 100_000;
  private static final Path MOUNT = Path.of("/sys/fs/cgroup");
  private static final Path OWN_GROUP = Path.of("/proc/self/cgroup");

  /** Sets {@code parent}: the folder in which groups are made. */
  private static final String PARENT =
      """
      mount=$1
      if [ -e "$mount/cgroup.controllers" ]; then
        version=2
        parent=$(sed -n 's,^0::\\(.*\\)/[^/]*$,\\1,p' "$2")
      else
        version=1
        parent=$(sed -n 's/^[0-9]*:\\([^:]*,\\)\\{0,1\\}cpu\\(,[^:]*\\)\\{0,1\\}://p' "$2")
        for name in cpu,cpuacct cpu; do
          [ -d "$1/$name" ] && mount=$1/$name
        done
      fi
      parent=${parent%/}
      [ -d "$mount$parent" ] || parent=
      parent=$mount$parent
      if [ ! -e "$parent/cgroup.procs" ]; then
        echo "$mount has no control groups for processor time"
        exit 3
      fi
      """;

  private static final String LIMIT =
      PARENT
          + """
          group=$parent/g2cl-$$
          if [ $version = 2 ]; then
            grep -qw cpu "$parent/cgroup.subtree_control" || echo +cpu >"$parent/cgroup.subtree_control"
            mkdir -p "$group" && echo "$3 $4" >"$group/cpu.max"
          else
            mkdir -p "$group" && echo "$4" >"$group/cpu.cfs_period_us" && echo "$3" >"$group/cpu.cfs_quota_us"
          fi && echo $$ >"$group/cgroup.procs" || exit 3
          shift 4
          exec "$@"
          """;

  private static final String SWEEP =
      PARENT
          + """
          for group in "$parent"/g2cl-*; do
            [ ! -d "$group" ] || [ -d "/proc/${group##*-}" ] || rmdir "$group"
          done
          """;

  private ProcessorLimit() {}

  /**
   * Words before a command that keep it to a limit.
   *
   * @param processors processors whose time it may use at most
   */
  static List<String> before(double processors) {
    return before(processors, MOUNT, OWN_GROUP);
  }

  static List<String> before(double processors, Path mount, Path ownGroup) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", LIMIT, "limit"));
    words.addAll(List.of(mount.toString(), ownGroup.toString()));
    words.addAll(List.of("" + Math.round(processors * PERIOD), "" + PERIOD));
    return words;
  }

  /** Deletes the groups whose processes have ended. */
  static List<String> sweep() {
    return sweep(MOUNT, OWN_GROUP);
  }

  static List<String> sweep(Path mount, Path ownGroup) {
    return List.of("sh", "-c", SWEEP, "sweep", mount.toString(), ownGroup.toString());
  }

  /**
   * Tries it out, and deletes what an earlier process has left.
   *
   * @throws BedException when a machine cannot limit; it names the machine and what it said
   */
  static void requireOn(HostShell shell) {
    List<String> words = new ArrayList<>(before(1));
    words.add("true");
    Shell.Outcome outcome = shell.run(words);
    shell.run(sweep());
    if (!outcome.isOk()) {
      throw BedException.environment(
          "the processor time of a node cannot be limited on %s (%s): --cpu and --web-cpu need control groups of Linux that can be written, so root, and not in a container that has them read-only. Leave both at 0, or let nodes stand back with --nice"
              .formatted(shell, outcome.output().replace("\n", "; ")));
    }
  }
}
