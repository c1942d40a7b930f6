/** Classes that configuration files of jGCS 0.8 applications name for Spread, on our binding. */
package net.sf.jgcs.spread;
