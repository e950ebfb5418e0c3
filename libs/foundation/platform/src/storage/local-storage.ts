import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { checkPath, FileMissing, Storage, StorageUnusable, type SignedFile } from './storage';

/**
 * Minimum time in ms for which a URL is valid; the maximum is twice as long. All URLs that are signed for a file
 * within one such period are the same, so that browsers can cache the file.
 */
const OPENS_MS = 5 * 60_000;

export type SignatureVerdict =
  { verdict: 'valid'; file: SignedFile; expires: number } | { verdict: 'expired' | 'wrong' };

/** Files in a folder. This server signs their URLs, and the files controller serves them. */
export class LocalStorage extends Storage {
  readonly root: string;

  /**
   * @param key key that the master key derives for the purpose `file-urls`
   * @param now returns the current time in ms since 1970
   */
  constructor(
    root: string,
    private readonly key: Buffer,
    private readonly now: () => number = Date.now,
  ) {
    super();
    this.root = resolve(root);
  }

  async put(path: string, body: Buffer): Promise<void> {
    const target = this.locate(path);
    const draft = `${target}.${randomBytes(4).toString('hex')}.draft`;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(body);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
  }

  async get(path: string): Promise<Buffer> {
    return readFile(this.locate(path)).catch((error: unknown) => {
      throw isMissing(error) ? new FileMissing(path) : error;
    });
  }

  async stream(path: string, from = 0): Promise<Readable> {
    if (!(await this.has(path))) throw new FileMissing(path);
    return createReadStream(this.locate(path), { start: from });
  }

  async delete(path: string): Promise<void> {
    await rm(this.locate(path), { force: true });
  }

  async check(): Promise<void> {
    const probe = join(this.root, `${randomBytes(4).toString('hex')}.draft`);
    try {
      await mkdir(this.root, { recursive: true, mode: 0o700 });
      await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
      await rm(probe);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StorageUnusable(
        `The folder ${this.root} cannot be written (${code}): make it writable for this user, or name another data folder with PARLEY_DATA.`,
      );
    }
  }

  async *list(): AsyncIterable<{ path: string; size: number }> {
    const folder = await opendir(this.root, { recursive: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for await (const entry of folder) {
      // Skips temporary files that a crash left.
      if (!entry.isFile() || entry.name.endsWith('.draft')) continue;
      const file = join(entry.parentPath, entry.name);
      const path = relative(this.root, file).split(sep).join('/');
      const found = await stat(file).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      // Skips a file that was deleted during the listing.
      if (found) yield { path, size: found.size };
    }
  }

  /** Whether there is a file at this path. */
  async has(path: string): Promise<boolean> {
    const found = await stat(this.locate(path)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return found?.isFile() ?? false;
  }

  /** @returns a URL of this server: `/files/<path>?type=…&name=…&inline=…&expires=…&signature=…` */
  signedUrl(path: string, file: SignedFile): Promise<string> {
    return new Promise((resolve) => resolve(this.urlOf(path, file)));
  }

  /**
   * Checks the signature and the expiry of a URL.
   * @returns how to serve the file if both are valid
   */
  verify(path: string, query: URLSearchParams): SignatureVerdict {
    const given = Buffer.from(query.get('signature') ?? '');
    const right = Buffer.from(this.sign(path, query));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return { verdict: 'wrong' };
    const expires = Number(query.get('expires'));
    if (!(expires > this.now())) return { verdict: 'expired' };
    const fileName = query.get('name') || undefined;
    const file = { contentType: query.get('type') ?? '', fileName, inline: query.get('inline') === '1' };
    return { verdict: 'valid', file, expires };
  }

  private urlOf(path: string, file: SignedFile): string {
    checkPath(path);
    const expires = (Math.ceil(this.now() / OPENS_MS) + 1) * OPENS_MS;
    const query = new URLSearchParams({
      type: file.contentType,
      name: file.fileName?.toWellFormed() ?? '',
      inline: file.inline ? '1' : '0',
      expires: String(expires),
    });
    query.set('signature', this.sign(path, query));
    return `/files/${path}?${query.toString()}`;
  }

  private sign(path: string, query: URLSearchParams): string {
    const signed = ['type', 'name', 'inline', 'expires'].map((name) => query.get(name));
    return createHmac('sha256', this.key)
      .update(JSON.stringify([path, ...signed]))
      .digest('base64url');
  }

  private locate(path: string): string {
    checkPath(path);
    return join(this.root, path);
  }
}

/**
 * Writes a folder's entries to the disk. Otherwise a crash could lose the entry of a file whose bytes are on disk.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
