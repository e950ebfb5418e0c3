import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../libs/test-support/testing/src/proof/random';
import type { Product } from './product';

/** Time limit in ms within which PostgreSQL must have restarted, even on a busy machine. */
const MAX_ABSENCE_MS = 120_000;

/**
 * Kills one process.
 * @returns a function that starts it again; undefined if it restarts automatically
 */
export type Kill = (product: Product) => Promise<(() => Promise<void>) | undefined>;

/** Functions that each kill one kind of process, by the name of the kind. */
export type Victims = Record<string, Kill>;

/** Processes of a product with its embedded engines that may be killed at any moment. */
export function victims(random: Random): Victims {
  return {
    async server(product) {
      await product.kill();
      return () => product.boot();
    },
    async postgres(product) {
      killHard(await postgresOf(product));
      return undefined;
    },
    /** Kills one backend process of PostgreSQL, after which PostgreSQL restarts all others. */
    async 'postgres backend'(product) {
      const backends = childrenOf(await postgresOf(product));
      killHard(random.pick(backends));
      return undefined;
    },
    async both(product) {
      killHard(await postgresOf(product));
      await product.kill();
      return () => product.boot();
    },
  };
}

/** The kinds of processes to kill: each kind equally often, in an order shuffled by the seed. */
export function planOf(random: Random, share: number, names: string[]): string[] {
  return random.shuffled(Array.from({ length: share }, (_, index) => names[index % names.length]!));
}

async function postgresOf(product: Product): Promise<number> {
  for (const giveUpAt = Date.now() + MAX_ABSENCE_MS; ;) {
    if (Date.now() > giveUpAt) throw new Error(`PostgreSQL does not come back:\n${product.lastWords}`);
    const pid = await product.postgresPid().catch(() => 0);
    // While PostgreSQL restarts, its pid file may still contain the id of another process.
    if (pid > 1 && processes().some((known) => known.pid === pid && known.name === 'postgres')) return pid;
    await pause(20);
  }
}

function childrenOf(parent: number): number[] {
  return processes()
    .filter(({ ppid }) => ppid === parent)
    .map(({ pid }) => pid);
}

function processes(): { pid: number; ppid: number; name: string }[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, ppid, name = ''] = line.trim().split(/\s+/);
      return { pid: Number(pid), ppid: Number(ppid), name: name.split('/').at(-1)! };
    });
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // ESRCH means that the process had already ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
