import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { TaskAborted, taskOf } from '@parley/platform/worker-pool/task';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { plainMail } from './plain-mail';
import { readMail, type ReadMail, type ReadOptions } from './read-mail';

const TIMEOUT_MS = 20_000;

/** Reads mails in threads of the worker pool. */
@Injectable()
export class MailReader {
  /** A test replaces it. */
  task = taskOf<typeof import('./mail.tasks')>(join(__dirname, 'mail.tasks'))('readRawMail', TIMEOUT_MS);

  constructor(private readonly pool: WorkerPool) {}

  /**
   * A mail that cannot be parsed within its limits is read as plain text, from its headers and the beginning of its body.
   * @param customerId the organisation whose turn it takes
   * @throws CodedError `unavailable` if the queue is full
   */
  async read(raw: Buffer, options: ReadOptions, customerId: string): Promise<ReadMail> {
    const read = await this.pool.run(this.task, { raw, options }, customerId).catch((error: unknown) => {
      if (error instanceof TaskAborted) return null;
      throw error;
    });
    if (!read) return simplified(readMail(plainMail(raw), raw, options));
    if (read.kind !== 'mail' && read.kind !== 'own') return read;
    // Structured clones are plain arrays of bytes.
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
