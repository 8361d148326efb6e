/** What is found and said when a ShardingSphere data source opens, each finding on a server or a rule made so. */
@NullMarked
package io.github.readyourwrites.it.startup;

import org.jspecify.annotations.NullMarked;
