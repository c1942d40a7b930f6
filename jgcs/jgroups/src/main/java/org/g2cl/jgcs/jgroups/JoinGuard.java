package org.g2cl.jgcs.jgroups;

import java.util.Iterator;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.RareLog;
import net.sf.jgcs.spi.jgroups.JoinProofs;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.protocols.pbcast.JoinRsp;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Protocol of JGroups, right below GMS, by which a coordinator refuses a joiner that proves a wrong
 * key, before it is in any view.
 *
 * <p>In the place of JGroups' AUTH: that refuses every request without its header, and members that
 * do not have the class of its token cannot read the request at all, so a group would have to stop
 * for it. A request without a proof is passed up here, as of a member of a release before this one
 * or without a key. Checked against 5.5.7.
 */
final class JoinGuard extends Protocol {
  private static final Logger LOG = LoggerFactory.getLogger(JoinGuard.class);

  private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);

  private final JoinProofs proofs;
  private final String group;
  private final RareLog refused = new RareLog();

  JoinGuard(Admission admission, String group) {
    this.proofs = new JoinProofs(admission, group);
    this.group = group;
  }

  /** Puts one into a stack that is not connected; into one without GMS, none. */
  static void insert(ProtocolStack stack, Admission admission, String group) {
    GMS gms = stack.findProtocol(GMS.class);
    if (gms != null) {
      stack.insertProtocolInStack(
          new JoinGuard(admission, group), gms, ProtocolStack.Position.BELOW);
    }
  }

  @Override
  public Object down(Message message) {
    GmsHeader header = joinHeader(message);
    if (header != null) {
      message.setArray(
          proofs.make(JGroupsAddress.of(header.getMember()), JGroupsAddress.of(message.getDest())));
    }
    return down_prot.down(message);
  }

  @Override
  public Object up(Message message) {
    return admits(message) ? up_prot.up(message) : null;
  }

  @Override
  public void up(MessageBatch batch) {
    for (Iterator<Message> messages = batch.iterator(); messages.hasNext(); ) {
      if (!admits(messages.next())) {
        messages.remove();
      }
    }
    if (!batch.isEmpty()) {
      up_prot.up(batch);
    }
  }

  private GmsHeader joinHeader(Message message) {
    GmsHeader header = message.getHeader(GMS_ID);
    if (header == null || message.getDest() == null) {
      return null;
    }
    return switch (header.getType()) {
      case GmsHeader.JOIN_REQ, GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER -> header;
      default -> null;
    };
  }

  private boolean admits(Message message) {
    GmsHeader header = joinHeader(message);
    return header == null
        || switch (verdict(header.getMember(), message)) {
          case NONE, PROVED -> true;
          case REPEATED -> false;
          case WRONG -> {
            refuse(message);
            yield false;
          }
        };
  }

  /**
   * Members have a UUID, as {@link JoinProofs} tells them apart by it; a stranger may have none.
   */
  private JoinProofs.Verdict verdict(Address joiner, Message request) {
    if (!(joiner instanceof UUID && request.getDest() instanceof UUID)) {
      return JoinProofs.Verdict.WRONG;
    }
    byte[] content = null;
    if (request.hasArray() && request.getArray() != null) {
      content = new byte[request.getLength()];
      System.arraycopy(request.getArray(), request.getOffset(), content, 0, content.length);
    }
    return proofs.check(JGroupsAddress.of(joiner), JGroupsAddress.of(request.getDest()), content);
  }

  private void refuse(Message request) {
    if (refused.count()) { // a stranger may ask as often as it likes
      LOG.warn(
          "{}: refused {}, which asked to join group '{}' and proves a key that this member does not have",
          request.getDest(),
          request.getSrc(),
          group);
    }
    if (request.getSrc() == null) {
      return; // an answer to nobody would go to all
    }
    Message answer = new BytesMessage(request.getSrc());
    answer.putHeader(GMS_ID, new GmsHeader(GmsHeader.JOIN_RSP));
    answer.setArray(GMS.marshal(new JoinRsp(proofs.refusal(request.getDest()))));
    down_prot.down(answer);
  }
}
