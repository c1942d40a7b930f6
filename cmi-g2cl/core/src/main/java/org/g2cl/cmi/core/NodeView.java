package org.g2cl.cmi.core;

/**
 * A node as the group sees it.
 *
 * @param member name of the member in the group communication
 * @param location host:port of its beans, or empty when it has not announced itself yet
 * @param serving whether it has announced that it serves clients
 * @param coordinator whether it coordinates the group
 */
public record NodeView(String member, String location, boolean serving, boolean coordinator) {}
