/** Report: figures of a run, as a table, as JSON and as a page with pictures. */
package org.g2cl.loadtest.report;
