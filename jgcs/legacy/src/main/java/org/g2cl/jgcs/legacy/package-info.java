/**
 * Engine that runs plug-ins of jGCS 0.6 unchanged: behind a class loader of their own, adapted by
 * reflection and proxies.
 */
package org.g2cl.jgcs.legacy;
