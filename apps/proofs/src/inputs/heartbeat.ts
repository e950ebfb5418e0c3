import { existsSync, readFileSync } from 'node:fs';

const BEAT_MS = 10;
/**
 * CPU time in ns of the thread that reads the file, and two other numbers (Documentation/scheduler/sched-stats of
 * Linux).
 */
const THREAD_TIMES = '/proc/thread-self/schedstat';
const hasThreadTimes = existsSync(THREAD_TIMES);

/**
 * Measures the longest hold of this process's event loop, in ms: the CPU time of its thread between two beats. Time that
 * the machine spends on other processes, and on other threads of this one, does not count (on Linux; elsewhere other threads
 * of the process do).
 */
export class Heartbeat {
  /** In ms. */
  longest = 0;
  private at = performance.now();
  private computedMs = cpuMs();
  private readonly timer = setInterval(() => this.beat(), BEAT_MS);

  stop(): void {
    this.beat();
    clearInterval(this.timer);
  }

  private beat(): void {
    const now = performance.now();
    const computedMs = cpuMs();
    this.longest = Math.max(this.longest, Math.min(now - this.at, computedMs - this.computedMs));
    this.at = now;
    this.computedMs = computedMs;
  }
}

function cpuMs(): number {
  if (hasThreadTimes) return Number(readFileSync(THREAD_TIMES, 'utf8').split(' ')[0]) / 1_000_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
