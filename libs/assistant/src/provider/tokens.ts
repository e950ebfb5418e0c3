import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ProviderFailure } from './provider-failure';

/** A tokenizer takes long over a run of letters without a blank: it is counted in pieces of so many. */
const LONGEST_RUN = 200;
/** Texts that take longer are not counted. */
const PATIENCE_MS = 10_000;
const MEMORY_MB = 300;
/** Of these the tokens are known. */
const exact = /^(gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt-4o|o[1-9])/;

/** Whether we count a model's tokens as it does. */
export function countsExactly(model: string): boolean {
  return exact.test(model);
}

/** What runs in the thread. As text, since the built server is one file. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { countTokens } = require(workerData.tokenizer);
const asText = { disallowedSpecial: new Set() };
const run = /\\S{${LONGEST_RUN + 1},}|\\s{${LONGEST_RUN + 1},}/g;
const piece = /[^]{1,${LONGEST_RUN}}/gu;
const piecesOf = (text) => text.replace(run, (found) => found.match(piece).join('\\uE000')).split('\\uE000');
const countOf = (text) => piecesOf(text).reduce((sum, each) => sum + (each === '' ? 0 : countTokens(each, asText)), 0);
parentPort.on('message', ({ id, texts }) => parentPort.postMessage({ id, counts: texts.map(countOf) }));
`;

interface Waiting {
  resolve: (counts: number[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Counts tokens by the tokenizer of OpenAI's models, in a thread of its own: loading it and counting take the time of
 * nobody else.
 */
@Injectable()
export class TokenCounter implements OnApplicationShutdown {
  patienceMs = PATIENCE_MS;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  /**
   * How many tokens each text has; about as many for other models. What looks like a special token is text like any other.
   * @throws ProviderFailure `assistant_failed` where it cannot be counted
   */
  count(texts: string[]): Promise<number[]> {
    const worker = (this.worker ??= this.begin());
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(worker), this.patienceMs);
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, texts });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.worker) await this.giveUp(this.worker);
  }

  private begin(): Worker {
    const worker = new Worker(program, {
      eval: true,
      workerData: { tokenizer: require.resolve('gpt-tokenizer/encoding/o200k_base') },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    worker.on('error', () => void this.giveUp(worker));
    worker.on('message', ({ id, counts }: { id: number; counts: number[] }) => {
      const asked = this.waiting.get(id);
      if (!asked) return;
      this.waiting.delete(id);
      clearTimeout(asked.timer);
      asked.resolve(counts);
    });
    return worker;
  }

  /** Whoever waits is told so; the next one has a new thread. */
  private async giveUp(worker: Worker): Promise<void> {
    if (this.worker !== worker) return;
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject, timer } of all) {
      clearTimeout(timer);
      reject(new ProviderFailure('assistant_failed', 'tokens'));
    }
    await worker.terminate();
  }
}
