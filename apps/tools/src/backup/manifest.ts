import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused } from './backup-refused';
import type { SealedSecret } from './sealed-secret';

/** A file of the backup, packed by gzip. */
export interface PackedFile {
  file: string;
  /** As it lies in the backup. */
  bytes: number;
  sha256: string;
}

export interface StoredTable extends PackedFile {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** Of its rows, in whatever order: see `digestOf`. */
  digest: string;
}

/** The log of an engine of its own. That of PostgreSQL is among the tables. */
export interface StoredEvents extends PackedFile {
  engineId: string;
  events: number;
  /** Position of the last one; null for none. */
  head: string | null;
}

/** All that is in a backup. It is written last: a folder without one holds no whole backup. */
export interface Manifest {
  format: 1;
  id: string;
  /** When the tables were as they are here. */
  at: string;
  /** Names of the migrations that made the tables, in their order. */
  migrations: string[];
  tables: StoredTable[];
  log: StoredEvents | null;
  files: { count: number; bytes: number };
  /** A word that only the right master key opens. */
  keyCheck: string;
  /** The master key, if somebody gave a passphrase for it. */
  secret: SealedSecret | null;
}

const NAME = 'manifest.json';

/** Written aside, made durable, and then named. */
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

/** @throws BackupRefused */
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
