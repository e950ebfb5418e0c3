import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { ZipFile } from 'yazl';

/** Modification time of all entries of a ZIP file, fixed so that the same export gives the same bytes. */
const TIME = new Date(1980, 0, 1);

/** A file to put into a ZIP file. */
export interface Packed {
  name: string;
  open: () => Promise<Readable>;
}

/**
 * Streams a ZIP file; one of its files is open at a time. A password encrypts the entries as WinZip and 7-Zip do
 * (AE-2, AES-256), with random salts, so that the bytes differ each time.
 */
export function packageOf(files: AsyncIterable<Packed>, password: string | null): Readable {
  return password === null ? plain(files) : encrypted(files, password);
}

function plain(files: AsyncIterable<Packed>): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as unknown as Readable;
  const fail = (error: Error) => out.destroy(error);
  zip.on('error', fail);
  void (async () => {
    for await (const { name, open } of files) {
      const options = { mtime: TIME, forceDosTimestamp: true, mode: 0o100644 };
      zip.addReadStreamLazy(name, options, (ready) => {
        open().then(
          (stream) => {
            stream.once('error', fail);
            out.once('close', () => stream.destroy());
            ready(null, stream);
          },
          (error: Error) => fail(error),
        );
      });
    }
    zip.end();
  })().catch(fail);
  return out;
}

function encrypted(files: AsyncIterable<Packed>, password: string): Readable {
  configure({ useWebWorkers: false });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable as WritableStream, {
    password,
    encryptionStrength: 3,
    lastModDate: TIME,
    extendedTimestamp: false,
  });
  const out = Readable.fromWeb(readable);
  void (async () => {
    for await (const { name, open } of files) {
      await writer.add(name, Readable.toWeb(await open()) as ReadableStream);
    }
    await writer.close();
  })().catch((error: Error) => out.destroy(error));
  return out;
}
