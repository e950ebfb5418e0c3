import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { TaskAborted, taskOf } from '@parley/platform/worker-pool/task';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { plainMail } from './plain-mail';
import { readMail, type ReadMail, type ReadOptions } from './read-mail';

const TIMEOUT_MS = 20_000;

/** Parses mails in threads of the worker pool. */
@Injectable()
export class MailReader {
  /** The task that a thread runs; a field, so that a test can replace it. */
  task = taskOf<typeof import('./mail.tasks')>(join(__dirname, 'mail.tasks'))('readRawMail', TIMEOUT_MS);

  constructor(private readonly pool: WorkerPool) {}

  /**
   * Parses a mail. If that exceeds its limits, reads headers and the beginning of the body as plain text.
   * @param customerId the organisation whose share of the pool is used
   * @throws CodedError `unavailable` if the queue is full
   */
  async read(raw: Buffer, options: ReadOptions, customerId: string): Promise<ReadMail> {
    const read = await this.pool.run(this.task, { raw, options }, customerId).catch((error: unknown) => {
      if (error instanceof TaskAborted) return null;
      throw error;
    });
    if (!read) return simplified(readMail(plainMail(raw), raw, options));
    if (read.kind !== 'mail' && read.kind !== 'own') return read;
    // Passing a result between threads turns buffers into plain byte arrays; here they become buffers again.
    const files = read.files.map((file) => ({
      ...file,
      body: Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength),
    }));
    return { ...read, files };
  }
}

function simplified(read: ReadMail): ReadMail {
  if (read.kind !== 'mail' && read.kind !== 'own') return read;
  return { ...read, content: { ...read.content, isSimplified: true } };
}
