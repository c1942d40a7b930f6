package org.g2cl.howto;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.RemoteCallable;
import org.g2cl.ReplicatedHashMap;
import org.g2cl.RequestOptions;
import org.g2cl.RpcDispatcher;
import org.g2cl.ValueCodec;

/** Seats of a hall: who holds which is in a map, and a call asks the holder to give one up. */
public final class TicketBoard implements AutoCloseable {
  /** A seat, and the member that has it. */
  public record Ticket(String seat, SocketAddress holder) {}

  /** Writes a ticket as the length of the seat's name, the name, and the address. */
  private record TicketCodec(ValueCodec<SocketAddress> addresses) implements ValueCodec<Object> {
    @Override
    public byte[] write(Object value) {
      if (!(value instanceof Ticket ticket)) {
        throw new IllegalArgumentException("not a ticket: " + value);
      }
      byte[] seat = ticket.seat().getBytes(UTF_8);
      byte[] holder = addresses.write(ticket.holder());
      return ByteBuffer.allocate(Integer.BYTES + seat.length + holder.length)
          .putInt(seat.length)
          .put(seat)
          .put(holder)
          .array();
    }

    @Override
    public Object read(byte[] bytes) {
      ByteBuffer source = ByteBuffer.wrap(bytes);
      int length = source.remaining() < Integer.BYTES ? -1 : source.getInt();
      if (length < 0 || length > source.remaining()) {
        throw new IllegalArgumentException("not a ticket: " + bytes.length + " bytes");
      }
      byte[] seat = new byte[length];
      byte[] holder = new byte[source.remaining() - length];
      source.get(seat).get(holder);
      return new Ticket(new String(seat, UTF_8), addresses.read(holder));
    }
  }

  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private final Protocol protocol;
  private final MarshalDataSession session;
  private final ReplicatedHashMap<String, Object> map;
  private final RpcDispatcher dispatcher;

  /** Joins the group; the settings are those of engine {@code local}. */
  public TicketBoard(Map<String, String> settings) throws Exception {
    protocol = Protocols.factory("local", settings).createProtocol();
    session = MarshalDataSession.open(protocol, Protocols.provider("local").group("hall"));
    map =
        new ReplicatedHashMap<>(
            session, 12, ValueCodec.simple(), new TicketCodec(session.addressCodec()));
    dispatcher = new RpcDispatcher(session, 11, this, new TicketCodec(session.addressCodec()));
    session.addMembershipListener(this::onView);
    session.join();
    map.start(Duration.ofSeconds(30).toMillis());
  }

  private void onView(Membership view) {
    SocketAddress coordinator = view.getMemberAddress(view.getCoordinatorRank());
    if (view.isMerge() && view.getJoinedMembers().contains(coordinator)) {
      executor.execute(this::getStateAgain); // state.getState(null, ...), or map.start(...)
    }
  }

  private void getStateAgain() {
    try {
      map.start(Duration.ofSeconds(30).toMillis());
    } catch (GroupException | TimeoutException e) {
      session.close(); // better none than a wrong one
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Who holds a seat; null when nobody does. */
  public SocketAddress holder(String seat) {
    return map.get(seat) instanceof Ticket ticket ? ticket.holder() : null;
  }

  /** Takes a seat; false when somebody else has it. */
  public boolean book(String seat) {
    return map.putIfAbsent(seat, new Ticket(seat, session.localAddress())) == null;
  }

  /** Asks the holder of a seat to give it to this member. */
  public Object askFor(String seat) throws Exception {
    return dispatcher.callRemoteMethod(
        holder(seat),
        "release",
        new Object[] {map.get(seat)},
        new Class<?>[] {Ticket.class},
        RequestOptions.SYNC());
  }

  /** Gives a seat to who asks. */
  @RemoteCallable
  public Ticket release(SocketAddress caller, Ticket ticket) {
    Ticket next = new Ticket(ticket.seat(), caller);
    return map.replace(ticket.seat(), ticket, next) ? next : ticket;
  }

  @Override
  public void close() throws IOException {
    dispatcher.close();
    map.close();
    session.close();
    protocol.close();
    executor.shutdownNow();
  }
}
