import { PassThrough, type Readable } from 'node:stream';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { ZipFile } from 'yazl';

export interface Zipped {
  fileName: string | null;
  contentType: string;
  category: string;
  time: Date;
  open: () => Promise<Readable>;
}

/**
 * Streams a ZIP file with unique names. Only one source file is open at a time, and none is buffered as a whole. The
 * stream fails if a source file cannot be read.
 */
export function zipOf(files: Zipped[]): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const fail = (error: Error) => out.destroy(error);
  zip.on('error', fail);
  const names = uniqueNames(files.map(nameOf));
  files.forEach(({ time, open }, index) => {
    // Does not compress, because most files are images, videos and documents, which are compressed already.
    zip.addReadStreamLazy(names[index]!, { mtime: time, compress: false }, (ready) => {
      open().then(
        (stream) => {
          stream.once('error', fail);
          out.once('close', () => stream.destroy());
          ready(null, stream);
        },
        (error: Error) => fail(error),
      );
    });
  });
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}

/** Makes names unique: `photo.jpg`, `photo (2).jpg` …; names that differ only in case count as equal. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/s.exec(name) ?? [];
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function nameOf({ fileName, contentType, category }: Zipped): string {
  const ending = /^[a-z]+\/([a-z\d]{2,5})\b/i.exec(contentType)?.[1] ?? 'bin';
  return harmlessFileName(fileName ?? undefined) ?? `${category}.${ending}`;
}
