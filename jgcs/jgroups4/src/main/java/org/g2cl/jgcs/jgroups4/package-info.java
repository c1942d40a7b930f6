/** jGCS binding for JGroups 4.2, whose class files run on Java 8. */
package org.g2cl.jgcs.jgroups4;
