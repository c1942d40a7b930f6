package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Watch over the bed's processes from outside: a shell that waits for this JVM to end and then ends
 * what the bed has left, even after {@code kill -9}.
 *
 * <p>It reads from a pipe that only this JVM writes to. When the pipe closes without a farewell, it
 * kills every process told to it whose id and start time still match.
 */
final class Guardian implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      declare -A own
      bye=
      while read -r word pid started; do
        case $word in
          add) own[$pid]=$started ;;
          gone) [ "${own[$pid]}" = "$started" ] && unset "own[$pid]" ;;
          bye) bye=1 ;;
        esac
      done
      [ -n "$bye" ] && exit 0
      data=$1
      # a database server that was started but not yet told to us: it has its directory on its command line
      server=$(head -n 1 "$data/postmaster.pid" 2>/dev/null)
      if [ -n "$server" ] && grep -qF -- "$data" "/proc/$server/cmdline" 2>/dev/null; then
        kill -s QUIT "$server"
      fi
      running() {
        local stat
        stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
        set -- ${stat##*) }
        [ "${20}" = "$STARTED" ]
      }
      signal_all() {
        left=
        for pid in "${!own[@]}"; do
          STARTED=${own[$pid]}
          running "$pid" && kill -s "$1" "$pid" && left=1
        done
      }
      # httpd's workers outlive a parent that is killed: it gets time to end them itself
      signal_all TERM
      for attempt in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.5
        signal_all 0
        [ -z "$left" ] && break
      done
      signal_all KILL
      rm -rf -- "$data"
      """;

  private final Process process;
  private final Writer orders;

  private Guardian(Process process) {
    this.process = process;
    this.orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  /**
   * Starts the watch.
   *
   * @param disposable the database's directory, which it removes after having ended a bed whose JVM
   *     was killed
   */
  static Guardian start(Path disposable) {
    try {
      Process process =
          new ProcessBuilder("bash", "-c", SCRIPT, "ha-guardian", disposable.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new Guardian(process);
    } catch (IOException e) {
      throw BedException.environment("bash cannot be started: install bash", e);
    }
  }

  /** Takes a process into the watch. */
  synchronized void add(OwnProcess own) {
    order("add " + own.pid() + " " + own.started());
  }

  /** Takes a process that has ended out of the watch. */
  synchronized void remove(OwnProcess own) {
    order("gone " + own.pid() + " " + own.started());
  }

  long pid() {
    return process.pid();
  }

  /** Ends the watch; to be called when the processes have ended. */
  @Override
  public synchronized void close() {
    order("bye");
    try {
      orders.close();
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  private void order(String line) {
    try {
      orders.write(line + "\n");
      orders.flush();
    } catch (IOException e) {
      // the guardian is gone: the state file still lets the next bed find leftovers
      process.destroyForcibly();
    }
  }
}
