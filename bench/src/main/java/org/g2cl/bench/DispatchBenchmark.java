package org.g2cl.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.MessageDispatcher;
import org.g2cl.RequestOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What does a request and its reply cost through MessageDispatcher, both members in one JVM? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx256m", "-Djava.net.preferIPv4Stack=true"})
public class DispatchBenchmark {
  private static final int SERVICE_ID = 9;
  private static final int PORT_A = 17_810;
  private static final int PORT_B = 17_811;
  private static final byte[] REPLY = new byte[1];

  /** Engine that carries them. */
  @Param({"local", "jgroups"})
  public String engine;

  /** Payload of the request, in bytes. */
  @Param({"100", "1000"})
  public int bytes;

  private Protocol protocolA;
  private Protocol protocolB;
  private MarshalDataSession a;
  private MarshalDataSession b;
  private MessageDispatcher asking;
  private MessageDispatcher answering;
  private RequestOptions options;
  private byte[] payload;

  /** Opens two members of one group. */
  @Setup(Level.Trial)
  public void join() throws Exception {
    var provider = Protocols.provider(engine);
    protocolA = provider.factory(member(PORT_A)).createProtocol();
    protocolB = provider.factory(member(PORT_B)).createProtocol();
    a = MarshalDataSession.open(protocolA, provider.group("bench"));
    b = MarshalDataSession.open(protocolB, provider.group("bench"));
    asking = new MessageDispatcher(a, SERVICE_ID, null);
    answering = new MessageDispatcher(b, SERVICE_ID, message -> REPLY);
    b.join();
    a.join();
    payload = new byte[bytes];
    options = RequestOptions.SYNC().service(ServiceNames.UNORDERED);
  }

  private static Map<String, String> member(int port) {
    return Map.of(
        ProtocolProvider.BIND_PORT,
        Integer.toString(port),
        ProtocolProvider.PEERS,
        "127.0.0.1:%d,127.0.0.1:%d".formatted(PORT_A, PORT_B));
  }

  /** One request and its reply. */
  @Benchmark
  public byte[] request() throws Exception {
    return asking.sendMessage(new G2CLMessage(b.localAddress(), payload), options);
  }

  /** Closes both members. */
  @TearDown(Level.Trial)
  public void leave() throws Exception {
    asking.close();
    answering.close();
    a.close();
    b.close();
    protocolA.close();
    protocolB.close();
  }

  // How to run: java -jar bench/target/benchmarks.jar DispatchBenchmark
}
