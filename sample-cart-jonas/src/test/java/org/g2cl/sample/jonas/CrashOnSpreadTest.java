package org.g2cl.sample.jonas;

import org.junit.jupiter.api.Tag;

/** On the Java of the build. */
@Tag("slow")
class CrashOnSpreadTest extends SpreadContract {}
