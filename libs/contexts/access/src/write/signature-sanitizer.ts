import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { TaskAborted, taskOf } from '@parley/platform/worker-pool/task';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';

const TIMEOUT_MS = 5_000;
const sanitize = taskOf<typeof import('./signature.tasks')>(join(__dirname, 'signature.tasks'))(
  'sanitizeSignature',
  TIMEOUT_MS,
);

/** Sanitizes signatures in a thread of the worker pool, because sanitizing may take long. */
@Injectable()
export class SignatureSanitizer {
  constructor(private readonly pool: WorkerPool) {}

  /** @throws Rejected `signature_too_large` if the HTML exceeds a limit of size, elements, nesting or time */
  async sanitize(html: string, customerId: string): Promise<string> {
    const clean = await this.pool.run(sanitize, html, customerId).catch((error: unknown) => {
      if (error instanceof TaskAborted) return null;
      throw error;
    });
    if (clean === null) throw new Rejected('signature_too_large');
    return clean;
  }
}
