import type { Readable } from 'node:stream';

/** Files of messages. Paths are random and never reveal whose they are. */
export abstract class Storage {
  abstract put(path: string, body: Buffer, contentType: string): Promise<void>;
  abstract get(path: string): Promise<Buffer>;
  /** A URL that opens the file for a few minutes, for whoever holds it. */
  abstract signedUrl(
    path: string,
    file: { contentType: string; fileName?: string; inline: boolean },
  ): Promise<string>;
  abstract delete(path: string): Promise<void>;
  abstract stream(path: string): Promise<Readable>;
}
