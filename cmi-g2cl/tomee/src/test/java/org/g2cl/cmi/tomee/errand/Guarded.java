package org.g2cl.cmi.tomee.errand;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Binds {@link Guard}. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Guarded {}
