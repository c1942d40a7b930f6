/** Watching a node: its page, health and figures by HTTP, and its meters for Micrometer. */
package org.g2cl.cmi.watch;
