import { createHash } from 'node:crypto';
import type { Storage } from '@parley/platform/storage/storage';
import { MoveRefused } from './move-refused';

export interface FilesCopy {
  files: number;
  bytes: number;
}

/**
 * Copies every file, and checks each copy by reading it. Files never change, so correct copies of an earlier try are
 * not copied again.
 * @throws MoveRefused if a copy differs
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  onProgress: (progress: FilesCopy) => void,
): Promise<FilesCopy> {
  const there = new Map<string, number>();
  for await (const { path, size } of target.list()) there.set(path, size);
  const copied = { files: 0, bytes: 0 };
  for await (const { path, size } of source.list()) {
    const body = await source.get(path);
    const isThere = there.get(path) === size && (await isSame(target, path, body));
    if (!isThere) {
      // The type does not matter: every signed URL contains the file's type, which is taken from the event.
      await target.put(path, body, 'application/octet-stream');
      if (!(await isSame(target, path, body))) throw new MoveRefused(`The copy of the file ${path} differs.`);
    }
    copied.files++;
    copied.bytes += body.length;
    onProgress(copied);
  }
  return copied;
}

async function isSame(storage: Storage, path: string, body: Buffer): Promise<boolean> {
  return digestOf(await storage.get(path)) === digestOf(body);
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
