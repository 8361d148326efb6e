package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Copies and deletes whole folders. */
final class Folders {

    /** The name of a server's socket. The lock beside it names a process, and no other may start while that lives. */
    static final String SOCKET = "mysqld.sock";

    private static final int DELETE_ATTEMPTS = 5;

    private Folders() {}

    /** Copies a server's folder to a place that does not exist yet; its socket, and the lock on that, are not copied. */
    static void copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(to.resolve(from.relativize(folder)));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (!file.getFileName().toString().startsWith(SOCKET)) {
                        Files.copy(file, to.resolve(from.relativize(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot copy " + from + " to " + to, ex);
        }
    }

    /** Deletes a folder and what is in it; one that is not there is fine. Symbolic links are not followed. */
    static void delete(Path folder) {
        for (int attempt = 1; Files.exists(folder); attempt++) {
            try {
                Files.walkFileTree(folder, new Deleting());
            } catch (IOException ex) {
                // A process killed a moment ago may still have created a file in a folder already emptied.
                if (attempt == DELETE_ATTEMPTS) {
                    throw new UncheckedIOException("Cannot delete " + folder, ex);
                }
            }
        }
    }

    private static final class Deleting extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
