package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.gtid.GtidSetBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Makes up tokens, from quite good ones to noise. */
final class TokenInputFixture {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final long[] EXTREMES = {
        0, 1, 2, 3, 127, 128, 1_700_000_000_000L, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    private final SplittableRandom random;

    private final TokenSeal seal;

    private byte[] original = {};

    TokenInputFixture(SplittableRandom random, TokenSeal seal) {
        this.random = random;
        this.seal = seal;
    }

    /** What was sealed and then spoilt to make the latest input. */
    byte[] original() {
        return original;
    }

    Kind kind(int index) {
        Kind[] kinds = Kind.values();
        return kinds[index % kinds.length];
    }

    String next(Kind kind) {
        original = new byte[0];
        return switch (kind) {
            case ANY_TEXT -> anyText();
            case BASE64 -> base64(anyBytes(200));
            case OVERSIZED -> ALPHABET.repeat(65 + random.nextInt(100));
            case NO_SEAL -> base64(header(anyBytes(120)));
            case SPOILT_TEXT -> spoilt(base64(sealed(payload().toBytes())));
            case SPOILT_BYTES -> base64(spoilt(sealed(payload().toBytes())));
            case SEALED_NOISE -> base64(sealed(anyBytes(150)));
            case SEALED_SPOILT -> base64(sealed(spoilt(payload().toBytes())));
            case SEALED_NUMBERS -> base64(sealed(numbers()));
            case SEALED -> base64(sealed(payload().toBytes()));
        };
    }

    private byte[] sealed(byte[] content) {
        original = seal.seal(content, random.nextInt(16) == 0 ? "a session" : null);
        return original;
    }

    private String anyText() {
        int length = random.nextInt(300);
        StringBuilder result = new StringBuilder(length);
        int range = random.nextBoolean() ? 128 : 0x10000;
        for (int i = 0; i < length; i++) {
            result.append((char) random.nextInt(range));
        }
        return result.toString();
    }

    private byte[] anyBytes(int bound) {
        byte[] result = new byte[random.nextInt(bound)];
        random.nextBytes(result);
        return result;
    }

    /** Bytes that begin as sealed ones do. */
    private byte[] header(byte[] rest) {
        byte[] name = (random.nextBoolean() ? "k1" : "k3").getBytes(StandardCharsets.US_ASCII);
        byte[] result = Arrays.copyOf(new byte[] {1, (byte) name.length, name[0], name[1]}, 4 + rest.length);
        System.arraycopy(rest, 0, result, 4, rest.length);
        return result;
    }

    private String spoilt(String text) {
        StringBuilder result = new StringBuilder(text);
        for (int left = 1 + random.nextInt(3); left > 0 && result.length() > 0; left--) {
            int at = random.nextInt(result.length());
            char any = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(4)) {
                case 0 -> result.setCharAt(at, any);
                case 1 -> result.deleteCharAt(at);
                case 2 -> result.insert(at, any);
                default -> result.setLength(at);
            }
        }
        return result.toString();
    }

    private byte[] spoilt(byte[] bytes) {
        byte[] result = bytes.clone();
        for (int left = 1 + random.nextInt(3); left > 0 && result.length > 0; left--) {
            int at = random.nextInt(result.length);
            switch (random.nextInt(3)) {
                case 0 -> result[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> result[at] = (byte) random.nextInt(256);
                default -> result = Arrays.copyOf(result, random.nextBoolean() ? at : result.length + at);
            }
        }
        return result;
    }

    /** Numbers and servers in any order, many of the numbers where something begins or ends. */
    private byte[] numbers() {
        TokenOutput result = new TokenOutput();
        result.number(1_700_000_000_000L);
        for (int left = random.nextInt(40); left > 0; left--) {
            int choice = random.nextInt(8);
            if (choice == 0) {
                result.uuid(new UUID(0, random.nextInt(3)));
            } else {
                result.number(choice == 1 ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextInt(4));
            }
        }
        return result.toBytes();
    }

    private TokenPayload payload() {
        List<TokenEntry> entries = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            UUID primary = random.nextInt(4) == 0 ? null : new UUID(random.nextInt(3), 7);
            entries.add(new TokenEntry(primary, position(), random.nextBoolean()));
        }
        return new TokenPayload(1_700_000_000_000L + random.nextInt(-1_000_000, 100_000), entries);
    }

    private GtidSet position() {
        GtidSetBuilder result = GtidSet.builder();
        for (int left = random.nextInt(8); left > 0; left--) {
            long first = 1 + random.nextLong(random.nextBoolean() ? 100 : Long.MAX_VALUE - 1_000);
            String tag = random.nextInt(4) == 0 ? "tag_" + random.nextInt(3) : "";
            result.add(new UUID(random.nextInt(3), 7), tag, first, first + random.nextInt(900));
        }
        return result.build();
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** How an input is made. */
    enum Kind {
        ANY_TEXT,
        BASE64,
        OVERSIZED,
        NO_SEAL,
        SPOILT_TEXT,
        SPOILT_BYTES,
        SEALED_NOISE,
        SEALED_SPOILT,
        SEALED_NUMBERS,
        SEALED;

        /** Whether the seal is good, whatever it is on. */
        boolean isSealed() {
            return compareTo(SEALED_NOISE) >= 0;
        }
    }
}
