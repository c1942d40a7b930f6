/** Reports of measurements: tables, JSON, SVG pictures, and the papers' figures beside ours. */
package org.g2cl.bench.report;
