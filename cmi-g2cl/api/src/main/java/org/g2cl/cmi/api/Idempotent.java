package org.g2cl.cmi.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Method of a stateful bean that may be executed again when its server fails, instead of being
 * answered from a stored reply.
 *
 * <p>Such a call sends nothing to the other members when it has left the bean's state as it was and
 * its transaction has touched no database. Else it is replicated like any other: nothing that it
 * changes is lost. A call that sends nothing is not fenced by the others either: while the session
 * is being taken over, a server that has been cut off may answer once more from the state of
 * before.
 *
 * <p>On a method of the bean class or of its business interface; on a type it holds for all its
 * methods.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}
