package io.github.readyourwrites.session;

import io.github.readyourwrites.session.spi.StoredTokens;
import io.github.readyourwrites.session.spi.TokenStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that answers when it is told to. */
final class TokenStoreFixture implements TokenStore {

    /** The texts saved, in their order. */
    final List<String> saved = new ArrayList<>();

    /** The acknowledgements still owed, in the same order. */
    final List<CompletableFuture<Void>> owed = new ArrayList<>();

    @Nullable
    StoredTokens loaded = new StoredTokens(List.of(), true);

    boolean failing;

    /** Whether it answers with no stage. */
    boolean answersNull;

    boolean broken;

    boolean hanging;

    boolean holding;

    @Override
    public CompletionStage<Void> save(String session, String writer, long number, String token, Duration timeToLive) {
        CompletableFuture<Void> result = answer(CompletableFuture.<Void>completedFuture(null));
        saved.add(token);
        if (holding) {
            owed.add(result);
        }
        return result;
    }

    @Override
    public CompletionStage<StoredTokens> load(String session, Duration timeToLive) {
        return answer(completed(loaded));
    }

    private <T> CompletableFuture<T> answer(CompletableFuture<T> done) {
        if (failing) {
            throw new IllegalStateException("out of order");
        }
        if (broken) {
            throw new NoClassDefFoundError("expected");
        }
        if (answersNull) {
            return noStage();
        }
        return hanging || holding ? new CompletableFuture<>() : done;
    }

    @SuppressWarnings("NullAway") // null is what is to be tried
    private static CompletableFuture<StoredTokens> completed(@Nullable StoredTokens tokens) {
        return CompletableFuture.completedFuture(tokens);
    }

    @SuppressWarnings("NullAway") // as whoever knows no annotations may do
    private static <T> CompletableFuture<T> noStage() {
        return null;
    }

    /** A store in use with short time-outs. */
    SessionStore inUse(LoadFailureAction onLoadFailure, SaveFailureAction onSaveFailure, Duration timeout) {
        return new SessionStore(
                this,
                new TokenStoreSettings("FIXTURE", Map.of(), timeout, onLoadFailure, onSaveFailure),
                () -> Duration.ofMinutes(10),
                () -> 0);
    }

    @Override
    public void close() {}
}
