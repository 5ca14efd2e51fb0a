/**
 * A small HTTP server with limits, and one way to say what is wrong.
 *
 * <p>Start at {@link io.acord.web.WebServer}, which answers what a {@link io.acord.web.WebApplication} knows: the
 * service, the studio, the status of a fleet's member. Whatever is refused is a {@link io.acord.web.Problem}, whoever
 * refuses it: the application, Javalin or Jetty. A fault of our own is told to the log and answered with 500; its text
 * is not sent.
 *
 * <p>Not here: what is answered, which is the application's, and TLS, which is a proxy's.
 */
@NullMarked
package io.acord.web;

import org.jspecify.annotations.NullMarked;
