/** Which versions the tests ran with; {@code bin/compatibility} runs them with others than they were compiled against. */
@NullMarked
package io.github.readyourwrites.it.versions;

import org.jspecify.annotations.NullMarked;
