package io.github.readyourwrites.prove.history;

import org.jspecify.annotations.Nullable;

/**
 * What a read must see by one rule.
 *
 * @param surviving the same if writes turn out to be lost while the read goes on
 */
record Requirement(Rule rule, @Nullable Known all, @Nullable Known surviving) {

    static Requirement of(Rule rule, Floors floors, int key) {
        return new Requirement(rule, floors.find(key), floors.findSurviving(key));
    }
}
