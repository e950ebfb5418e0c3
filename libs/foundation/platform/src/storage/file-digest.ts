import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Number of bytes to hash before other work of the process runs: some 6 ms. */
const SLICE = 8 * 1024 * 1024;

/** @returns the SHA-256 of a file, which may have 100 MB; hashes it in slices between other work */
export async function digestOfFile(body: Buffer): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let start = 0; start < body.length; start += SLICE) {
    if (start > 0) await setImmediate();
    hash.update(body.subarray(start, start + SLICE));
  }
  return hash.digest();
}
