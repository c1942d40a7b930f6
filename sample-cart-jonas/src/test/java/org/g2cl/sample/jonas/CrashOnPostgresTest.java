package org.g2cl.sample.jonas;

import org.junit.jupiter.api.Tag;

/** On PostgreSQL and the Java of the build. */
@Tag("slow")
class CrashOnPostgresTest extends PostgresContract {}
