package net.sf.jgcs;

public interface Annotation {
}
