package org.g2cl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Permission for other members to call a method by name through an {@link RpcDispatcher}.
 *
 * <p>On a public method: that method. On a class or interface: every public method that it declares
 * itself. Nothing else of a server object can be called by name, in particular nothing that it
 * merely inherits, such as {@code close()} or {@code getClass()}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RemoteCallable {}
