import { existsSync, readFileSync } from 'node:fs';

const BEAT_MS = 10;
/**
 * Linux's file with the CPU time in ns of the thread that reads it, and two other numbers
 * (Documentation/scheduler/sched-stats).
 */
const THREAD_TIMES = '/proc/thread-self/schedstat';
const hasThreadTimes = existsSync(THREAD_TIMES);

/**
 * Measures for how long this process's event loop is blocked, as the CPU time of its thread between two timer events.
 * Time that the machine spends on other processes does not count; on Linux, neither does that of other threads of
 * this process.
 */
export class Heartbeat {
  /** Longest block so far, in ms. */
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
