import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { TaskAborted, taskOf } from '@parley/platform/worker-pool/task';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { ProviderFailure } from './provider-failure';

const TIMEOUT_MS = 10_000;
/** Models whose tokens are counted exactly. */
const exact = /^(gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt-4o|o[1-9])/;

/** Whether the count of tokens is exact for a model, or an estimate. */
export function countsExactly(model: string): boolean {
  return exact.test(model);
}

/** Counts tokens with the tokenizer of OpenAI's models, in a thread of the worker pool. */
@Injectable()
export class TokenCounter {
  /** The task that a thread runs; a field, so that tests can replace it. */
  task = taskOf<typeof import('./tokens.tasks')>(join(__dirname, 'tokens.tasks'))('tokenCounts', TIMEOUT_MS);

  constructor(private readonly pool: WorkerPool) {}

  /**
   * Returns the number of tokens of each text; for models of other providers, an estimate.
   * @param customerId organisation to which the worker pool attributes the task
   * @throws ProviderFailure `assistant_failed` if the texts take too long; CodedError `unavailable` if the queue is
   *   full
   */
  async count(texts: string[], customerId: string): Promise<number[]> {
    return this.pool.run(this.task, texts, customerId).catch((error: unknown) => {
      throw error instanceof TaskAborted ? new ProviderFailure('assistant_failed', 'tokens') : error;
    });
  }
}
