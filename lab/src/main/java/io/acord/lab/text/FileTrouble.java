package io.acord.lab.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * What went wrong with a file, in words of people: the names of Java's exceptions say it, and their messages do not.
 */
public final class FileTrouble {

    private FileTrouble() {}

    public static String words(IOException trouble) {
        String message = trouble.getMessage();
        if (trouble instanceof FileSystemException files) {
            return files.getFile() + " " + what(files);
        }
        return message == null || message.isBlank() ? "it could not be read or written" : message;
    }

    private static String what(FileSystemException trouble) {
        if (trouble instanceof NoSuchFileException) {
            return "does not exist";
        }
        if (trouble instanceof AccessDeniedException) {
            return "may not be read or written";
        }
        if (trouble instanceof FileAlreadyExistsException) {
            return "exists and is not a folder";
        }
        if (trouble instanceof NotDirectoryException) {
            return "is not a folder";
        }
        if (trouble instanceof DirectoryNotEmptyException) {
            return "is a folder that is not empty";
        }
        String reason = trouble.getReason();
        return reason == null ? "could not be read or written" : "could not be read or written: " + reason;
    }
}
