import { parseMime } from './parse-mime';
import { readMail, type ReadMail, type ReadOptions } from './read-mail';

/** Reads a mail in a thread of the worker pool. @returns null if it cannot be parsed */
export async function readRawMail({
  raw,
  options,
}: {
  raw: Uint8Array;
  options: ReadOptions;
}): Promise<ReadMail | null> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const mail = await parseMime(bytes).catch(() => null);
  return mail && readMail(mail, bytes, options);
}
