/**
 * Building blocks for clustered applications on any group communication engine: message and remote
 * call dispatch, state transfer.
 *
 * <p>Names and shapes are those of JGroups 5's {@code org.jgroups.blocks}, with jGCS addresses in
 * place of JGroups' ones. Start at {@link org.g2cl.MarshalDataSession}.
 */
package org.g2cl;
