package net.sf.jgcs;

public interface GroupConfiguration {
}
