package org.g2cl.jgcs.tck;

import net.sf.jgcs.GroupConfiguration;

record ToyGroup(String name) implements GroupConfiguration {}
