/** Beans that are deployed to the servers. */
package org.g2cl.sample.tomee.beans;
