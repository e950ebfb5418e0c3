import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { FileMissing, Storage } from '@parley/platform/storage/storage';
import { TaskAborted, taskOf } from '@parley/platform/worker-pool/task';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { MAX_HTML } from './limits';
import type { SanitisedMail, Unshowable } from './sanitise-mail';

/**
 * Version of the sanitiser, to be increased with every change of its results: a mail whose stored body has another
 * version is sanitised again.
 */
const VERSION = 1;
const TIMEOUT_MS = 10_000;

export type MailBody = SanitisedMail | { unshowable: Unshowable | 'mail_too_complex' };

/** The file of a message that contains the mail's HTML. */
export interface MailHtml {
  path: string;
  /** Bytes; null or undefined if unknown. */
  size?: number | null;
  /** Content ids of the images that came with the mail. */
  contentIds: string[];
  customerId: string;
}

/** @returns the storage path of the sanitised body of an HTML file */
function bodyPath(path: string): string {
  return `${path}.body`;
}

/**
 * Deletes a file of a message and, if it is the HTML of a mail, the sanitised body. The HTML is deleted first: a
 * request that then stores a body finds the HTML missing and deletes the body again.
 */
export async function deleteWithBody(storage: Storage, path: string): Promise<void> {
  await storage.delete(path);
  await storage.delete(bodyPath(path));
}

/** Sanitises the HTML of each mail once, in a thread of the worker pool, and stores the result beside the HTML. */
@Injectable()
export class MailBodies {
  /** A field, so that tests can replace it. */
  task = taskOf<typeof import('./mail-html.tasks')>(join(__dirname, 'mail-html.tasks'))(
    'sanitise',
    TIMEOUT_MS,
  );
  /** Bodies that are being made, by path: concurrent requests for the images of one mail share one body. */
  private readonly pending = new Map<string, Promise<MailBody>>();

  constructor(
    private readonly storage: Storage,
    private readonly pool: WorkerPool,
  ) {}

  /**
   * @returns the stored body of a mail; sanitises the mail if there is none
   * @throws FileMissing if the HTML file no longer exists
   * @throws CodedError `unavailable` if the queue of the pool is full
   */
  async get(html: MailHtml): Promise<MailBody> {
    return (await this.kept(html.path)) ?? this.make(html);
  }

  /**
   * Sanitises the HTML and stores the result, which may be that the HTML exceeds a bound.
   * @throws FileMissing and CodedError like `get`
   */
  make(html: MailHtml): Promise<MailBody> {
    const existing = this.pending.get(html.path);
    if (existing) return existing;
    const made = this.sanitised(html).finally(() => this.pending.delete(html.path));
    this.pending.set(html.path, made);
    return made;
  }

  private async sanitised({ path, size, contentIds, customerId }: MailHtml): Promise<MailBody> {
    const body = await this.body(path, size ?? 0, contentIds, customerId);
    await this.storage.put(bodyPath(path), encoded(body), 'application/octet-stream');
    // `deleteWithBody` may have run since the HTML was read.
    const isThere = await this.storage.get(path).then(() => true, isMissing);
    if (!isThere) await this.storage.delete(bodyPath(path));
    return body;
  }

  private async body(
    path: string,
    size: number,
    contentIds: string[],
    customerId: string,
  ): Promise<MailBody> {
    if (size > MAX_HTML) return { unshowable: 'mail_too_large' };
    const bytes = await this.storage.get(path);
    if (bytes.length > MAX_HTML) return { unshowable: 'mail_too_large' };
    const input = { html: bytes.toString('utf8'), contentIds };
    const result = await this.pool.run(this.task, input, customerId).catch((error: unknown) => {
      if (error instanceof TaskAborted) return 'mail_too_complex' as const;
      throw error;
    });
    return typeof result === 'string' ? { unshowable: result } : result;
  }

  /** @returns the stored body; null if there is none of this VERSION */
  private async kept(path: string): Promise<MailBody | null> {
    const bytes = await this.storage.get(bodyPath(path)).catch((error: unknown) => {
      if (error instanceof FileMissing) return null;
      throw error;
    });
    if (!bytes) return null;
    const end = bytes.indexOf('\n');
    const { version, ...head } = JSON.parse(bytes.toString('utf8', 0, end)) as { version: number } & MailBody;
    if (version !== VERSION) return null;
    return 'unshowable' in head ? head : { ...head, html: bytes.toString('utf8', end + 1) };
  }
}

/**
 * Encodes a line of JSON and then the HTML, so that the addresses of the images can be read without parsing the HTML.
 */
function encoded(body: MailBody): Buffer {
  if ('unshowable' in body) return Buffer.from(`${JSON.stringify({ version: VERSION, ...body })}\n`);
  const { html, ...head } = body;
  return Buffer.from(`${JSON.stringify({ version: VERSION, ...head })}\n${html}`);
}

function isMissing(error: unknown): false {
  if (error instanceof FileMissing) return false;
  throw error;
}
