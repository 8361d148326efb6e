package io.github.readyourwrites.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryCacheTest {

    @Test
    void fillsAndInvalidatesOnlyAsLongAsTheStampIsWhatItWas() {
        MemoryCache<String> cache = new MemoryCache<>(10, 10);
        assertEquals(new CachedValue<String>(null, ""), cache.get("a"));
        assertTrue(cache.fill("a", "", "1"));
        assertFalse(cache.invalidate("a", "other", "s"));
        assertEquals(new CachedValue<>("1", ""), cache.get("a"));
        assertTrue(cache.invalidate("a", "", "s"));
        assertEquals(new CachedValue<String>(null, "s"), cache.get("a"));
        assertFalse(cache.fill("a", "", "1"));
        assertTrue(cache.fill("a", "s", "2"));
        assertEquals(new CachedValue<>("2", "s"), cache.get("a"));
    }

    @Test
    void memoryIsBoundedWhateverTheNumberOfKeys() {
        MemoryCache<String> cache = new MemoryCache<>(3, 2);
        for (int i = 0; i < 1_000; i++) {
            String key = "key" + i;
            assertTrue(cache.invalidate(key, cache.get(key).stamp(), "stamp" + i));
            assertTrue(cache.fill(key, cache.get(key).stamp(), key));
            cache.get("key0");
        }
        assertEquals(3, cache.size());
        assertEquals("key0", cache.get("key0").value(), "what is used stays");
        assertNull(cache.get("key500").value());
    }

    @Test
    void keysThatShareAStampRefuseEachOthersFills() {
        MemoryCache<String> cache = new MemoryCache<>(3, 1);
        assertTrue(cache.fill("b", "", "kept"));
        assertTrue(cache.invalidate("a", "", "s"));
        assertFalse(cache.fill("c", "", "old"));
        assertEquals("kept", cache.get("b").value());
    }

    @Test
    void refusesToBeEmpty() {
        assertThrows(IllegalArgumentException.class, () -> new MemoryCache<String>(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new MemoryCache<String>(1, 0));
    }
}
