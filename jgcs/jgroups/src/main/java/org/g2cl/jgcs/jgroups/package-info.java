/** jGCS binding for JGroups 5.5. */
package org.g2cl.jgcs.jgroups;
