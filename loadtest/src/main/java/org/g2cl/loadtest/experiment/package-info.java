/**
 * What the experiments share: files of results that survive an interruption, processes, progress.
 */
package org.g2cl.loadtest.experiment;
