package io.github.readyourwrites.loadbalance;

/** A property of the load balancer that cannot be used; the message names key, value and what is allowed. */
final class InvalidPropertyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidPropertyException(String message) {
        super(message);
    }
}
