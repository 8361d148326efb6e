package io.github.readyourwrites.examples.carriers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.readyourwrites.propagation.RywCarrier;
import io.github.readyourwrites.session.RywSession;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/**
 * A session on its way to another process and, for calls, back: three lines for whatever has names and values. Maps stand
 * for what libraries bring: Dubbo's attachments are one, gRPC's metadata and a message's headers have methods like them.
 */
final class HandingOn {

    private HandingOn() {}

    /** The caller, before the request is sent. */
    static HttpRequest.Builder call(HttpRequest.Builder request) {
        RywCarrier.inject(request::setHeader);
        return request;
    }

    /** The caller, once the answer is there: sees what the callee wrote. */
    static void answered(HttpResponse<?> response) {
        RywCarrier.merge(name -> response.headers().firstValue(name).orElse(null));
    }

    /** gRPC: {@code metadata.put(Metadata.Key.of(name, ASCII_STRING_MARSHALLER), value)}; Dubbo: {@code attachments::put}. */
    static void call(Map<String, String> attachments) {
        RywCarrier.inject(attachments::put);
    }

    /** The callee: {@code metadata.get(Metadata.Key.of(name, ASCII_STRING_MARSHALLER))}, {@code attachments::get}. */
    static RywSession called(Map<String, String> attachments) {
        return RywCarrier.extract(attachments::get);
    }

    /** Whoever sends a message, after the commit. */
    static void send(Map<String, byte[]> headers) {
        RywCarrier.inject((name, value) -> headers.put(name, value.getBytes(UTF_8)));
    }

    /** Whoever receives it. */
    static RywSession received(Map<String, byte[]> headers) {
        return RywCarrier.extract(name -> {
            byte[] value = headers.get(name);
            return value == null ? null : new String(value, UTF_8);
        });
    }
}
