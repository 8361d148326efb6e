package io.github.readyourwrites.http;

/** How a response carries the token back. */
public enum TokenAnswer {

    /** As a header where the request has the header, else as a cookie. */
    SAME,

    /** As a header. */
    HEADER,

    /** As a cookie. */
    COOKIE,

    /** As both. */
    BOTH,

    /** Not at all: for sessions that a token store shares. */
    NONE
}
