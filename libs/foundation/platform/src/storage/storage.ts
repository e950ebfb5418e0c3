import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Files of messages. Paths are random and do not reveal the owner. */
export abstract class Storage {
  /** Stores a file durably, completely or not at all. */
  abstract put(path: string, body: Buffer, contentType: string): Promise<void>;
  /** @throws FileMissing if there is no file at the path */
  abstract get(path: string): Promise<Buffer>;
  /** @returns a URL that opens the file for a few minutes, for everyone who has it */
  abstract signedUrl(path: string, file: SignedFile): Promise<string>;
  /** Deletes a file. Succeeds also if there is no file at the path. */
  abstract delete(path: string): Promise<void>;
  /**
   * @param from index of the first byte
   * @throws FileMissing if there is no file at the path
   */
  abstract stream(path: string, from?: number): Promise<Readable>;
  /**
   * Resolves if files can be read and written now.
   * @throws StorageUnusable if they cannot
   */
  abstract check(): Promise<void>;
  /** Yields every file, in any order. `size` in bytes. */
  abstract list(): AsyncIterable<{ path: string; size: number }>;
}

/** Headers with which a browser receives the file. */
export interface SignedFile {
  contentType: string;
  fileName?: string;
  /** Whether to show the file in the browser instead of saving it, if its type is safe to show. */
  inline: boolean;
}

/** There is no file at this path. */
export class FileMissing extends Error {
  constructor(path: string) {
    super(`There is no file ${path}.`);
  }
}

/** Files can be neither read nor written. The message is one sentence without secrets. */
export class StorageUnusable extends Error {}

/** The path is not of the form that `newPath` makes. */
export class InvalidPath extends Error {}

/**
 * @returns a path that cannot be guessed. The subfolder keeps folders small, since a folder with very many files is
 * slow.
 */
export function newPath(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** @throws InvalidPath if the path could lead out of the store or to a hidden file */
export function checkPath(path: string): void {
  if (path.length > 200 || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) {
    throw new InvalidPath('This is no path of a stored file.');
  }
}
