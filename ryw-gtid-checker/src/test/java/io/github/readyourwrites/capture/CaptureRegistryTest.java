package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class CaptureRegistryTest {

    @Test
    void restoresThePreviousProvider() {
        WriteObserverProvider before = CaptureRegistry.provider();
        WriteObserverProvider outer = WriteObserverFixture::new;
        WriteObserverProvider inner = WriteObserverFixture::new;
        CaptureRegistry.Installation outerInstallation = CaptureRegistry.install(outer);
        assertSame(outer, CaptureRegistry.provider());
        CaptureRegistry.Installation innerInstallation = CaptureRegistry.install(inner);
        assertSame(inner, CaptureRegistry.provider());
        innerInstallation.close();
        assertSame(outer, CaptureRegistry.provider());
        outerInstallation.close();
        assertSame(before, CaptureRegistry.provider());
    }
}
