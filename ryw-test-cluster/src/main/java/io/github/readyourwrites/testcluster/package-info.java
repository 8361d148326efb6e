@NullMarked
package io.github.readyourwrites.testcluster;

import org.jspecify.annotations.NullMarked;
