package io.github.readyourwrites.loadbalance;

import com.alibaba.ttl.TransmittableThreadLocal.Transmitter.Transmittee;
import java.util.Optional;

/** Lets the parts of a statement that ShardingSphere runs on threads of its own know the places that the statement has. */
final class PlacesTransmittee implements Transmittee<Optional<HeldPlaces>, Optional<HeldPlaces>> {

    @Override
    public Optional<HeldPlaces> capture() {
        return Optional.ofNullable(RoutingRegistry.pass().held());
    }

    @Override
    public Optional<HeldPlaces> replay(Optional<HeldPlaces> captured) {
        Optional<HeldPlaces> result = capture();
        RoutingRegistry.pass().held(captured.orElse(null));
        return result;
    }

    @Override
    public Optional<HeldPlaces> clear() {
        return replay(Optional.empty());
    }

    @Override
    public void restore(Optional<HeldPlaces> backup) {
        RoutingRegistry.pass().held(backup.orElse(null));
    }
}
