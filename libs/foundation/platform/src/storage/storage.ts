import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Files of messages. Paths are random and never reveal whose they are. */
export abstract class Storage {
  /** Stores a file durably, whole or not at all. */
  abstract put(path: string, body: Buffer, contentType: string): Promise<void>;
  /** @throws FileMissing */
  abstract get(path: string): Promise<Buffer>;
  /** A URL that opens the file for a few minutes, for whoever holds it. */
  abstract signedUrl(path: string, file: SignedFile): Promise<string>;
  /** A file that is not there is no error. */
  abstract delete(path: string): Promise<void>;
  /** @param from the byte to begin with @throws FileMissing */
  abstract stream(path: string, from?: number): Promise<Readable>;
  /** Resolves if files can be read and written now. @throws StorageUnusable */
  abstract check(): Promise<void>;
  /** Every file there is, in any order, for those who copy or count them all. `size` in bytes. */
  abstract list(): AsyncIterable<{ path: string; size: number }>;
}

/** How a browser that opens the file is told to take it. */
export interface SignedFile {
  contentType: string;
  fileName?: string;
  /** Whether to show it in place, where its type is one that is safe to show. */
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

/** A path that we would never have made. */
export class InvalidPath extends Error {}

/** A path nobody can guess. Two levels, since folders of very many files are slow. */
export function newPath(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** @throws InvalidPath for anything that could lead out of the store or hide in it. */
export function checkPath(path: string): void {
  if (path.length > 200 || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) {
    throw new InvalidPath('This is no path of a stored file.');
  }
}
