package net.sf.jgcs.spi;

import net.sf.jgcs.GroupConfiguration;

record PolledGroup(String name) implements GroupConfiguration {}
