/** The blocks on real engines, in parts that meet again; other modules run these tests, too. */
package org.g2cl.engines;
