package io.acord.web;

import io.javalin.config.RoutesConfig;
import java.net.InetSocketAddress;

/** What a {@link WebServer} answers. */
public interface WebApplication {

    /** What it is called where something is wrong with it: "service", "studio". */
    String name();

    /** What there is to be asked for, told to whoever asked for something that is not there. */
    String directions(String path);

    /** Under which names it may be asked for, if it listens at an address. */
    default OwnNames names(InetSocketAddress address) {
        return OwnNames.at(address);
    }

    /** Adds what it answers. A {@link Problem} that is thrown is sent. */
    void addRoutes(RoutesConfig routes);
}
