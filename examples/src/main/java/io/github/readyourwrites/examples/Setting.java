package io.github.readyourwrites.examples;

/** Something about how the demo was run. */
record Setting(String name, String value) {}
