/** What a bean may say about itself. */
package org.g2cl.cmi.api;
