import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused } from './backup-refused';
import type { SealedSecret } from './sealed-secret';

/** A file of the backup, compressed with gzip. */
export interface PackedFile {
  file: string;
  /** Size of the compressed file. */
  bytes: number;
  sha256: string;
}

export interface StoredTable extends PackedFile {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** Digest of the rows that does not depend on their order; see `digestOf`. */
  digest: string;
}

/** A log that is stored in another engine; a log in PostgreSQL is backed up with the tables. */
export interface StoredEvents extends PackedFile {
  engineId: string;
  events: number;
  /** Position of the last event; null for an empty log. */
  head: string | null;
}

/** Contents of a backup. Written last, so a folder without a manifest has no complete backup. */
export interface Manifest {
  format: 1;
  id: string;
  /** ISO 8601 time as of which the tables were copied. */
  at: string;
  /** Names of the migrations that created the tables, in order. */
  migrations: string[];
  tables: StoredTable[];
  log: StoredEvents | null;
  files: { count: number; bytes: number };
  /** An encrypted word, which shows whether a master key is the right one. */
  keyCheck: string;
  /** The encrypted master key; null if the backup was made without a passphrase. */
  secret: SealedSecret | null;
}

const NAME = 'manifest.json';

/** Writes the manifest durably to a draft file, and then renames it, so that it is never incomplete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, `${NAME}.draft`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, NAME));
}

/** @throws BackupRefused if there is no complete backup or its format is unknown */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupRefused(`${folder} holds no whole backup: ${NAME}, which is written last, is not there.`);
  });
  const manifest = parse(text);
  if (manifest?.format === 1) return manifest;
  throw new BackupRefused(`${path} is none that this Parley can read.`);
}

function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest | null;
  } catch {
    return null;
  }
}
