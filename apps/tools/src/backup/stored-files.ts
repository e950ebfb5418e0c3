import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { FileMissing, InvalidPath, type Storage } from '@parley/platform/storage/storage';
import type { FilesCopy } from '../move/copy-files';
import { BackupRefused } from './backup-refused';
import { linesOf } from './stored-log';

/** File with one line per file, in the format that `sha256sum --check` reads in the folder `files`. */
const LIST = 'files.sha256';

/**
 * Copies every file of the storage into the folder. Files never change. The backup lacks files that are deleted
 * during the copy, and objects that Parley did not store.
 */
export async function storeFiles(
  storage: Storage,
  folder: string,
  onProgress: (files: number) => void,
): Promise<FilesCopy> {
  const kept = { files: 0, bytes: 0 };
  const target = filesIn(folder);
  const list = await open(join(folder, LIST), 'wx', 0o600);
  try {
    for await (const { path } of storage.list()) {
      const body = await storage.get(path).catch((error: unknown) => {
        if (error instanceof FileMissing || error instanceof InvalidPath) return null;
        throw error;
      });
      if (body === null) continue;
      await target.put(path, body);
      await list.write(`${digestOf(body)}  ${path}\n`);
      kept.files++;
      kept.bytes += body.length;
      onProgress(kept.files);
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return kept;
}

/**
 * Restores every file and reads it again.
 * @throws BackupRefused if a file is missing, is damaged or differs when read
 */
export async function restoreFiles(
  folder: string,
  storage: Storage,
  onProgress: (files: number) => void,
): Promise<FilesCopy> {
  const kept = { files: 0, bytes: 0 };
  const source = filesIn(folder);
  for await (const line of linesOf(createReadStream(join(folder, LIST)))) {
    const [digest, path = ''] = line.split('  ');
    const body = await source.get(path).catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
      throw new BackupRefused(`The backup lacks its file files/${path}.`);
    });
    if (digestOf(body) !== digest) throw new BackupRefused(`files/${path} of the backup is damaged.`);
    // The type does not matter: every signed URL contains the file's type, which is taken from the event.
    await storage.put(path, body, 'application/octet-stream');
    if (digestOf(await storage.get(path)) !== digest) {
      throw new BackupRefused(`The storage gives the file ${path} back as another.`);
    }
    kept.files++;
    kept.bytes += body.length;
    onProgress(kept.files);
  }
  return kept;
}

/** The backup's files as a storage. The key is a placeholder, since it would only be needed to sign URLs. */
function filesIn(folder: string): LocalStorage {
  return new LocalStorage(join(folder, 'files'), Buffer.alloc(32));
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
