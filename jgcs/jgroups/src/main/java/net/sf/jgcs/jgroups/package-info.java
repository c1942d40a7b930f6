/**
 * Classes that configuration files of jGCS 0.8 applications name for JGroups, on today's binding.
 */
package net.sf.jgcs.jgroups;
