package net.sf.jgcs.spi;

import net.sf.jgcs.BlockListener;
import net.sf.jgcs.BlockSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;

/**
 * Block session that keeps its block listener; the binding writes the flush itself.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 */
public abstract class AbstractBlockSession<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractBlockSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    extends AbstractMembershipSession<P, DS, CS, G> implements BlockSession {
  private volatile BlockListener blockListener;

  /** Creates a session that is not joined. */
  protected AbstractBlockSession() {}

  /** Asks the listener to block, in this thread. */
  protected void notifyBlock() {
    BlockListener listener = blockListener;
    if (listener != null) {
      listener.onBlock();
    }
  }

  @Override
  public void setBlockListener(BlockListener listener) throws GroupException {
    onEntry();
    blockListener = listener;
  }

  @Override
  public BlockListener getBlockListener() {
    return blockListener;
  }

  @Override
  protected boolean hasAllListeners() {
    return super.hasAllListeners() && blockListener != null;
  }
}
