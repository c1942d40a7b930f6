/**
 * The generic group communication contract: the API of jGCS 0.8, and additions that are marked so.
 */
package net.sf.jgcs;
