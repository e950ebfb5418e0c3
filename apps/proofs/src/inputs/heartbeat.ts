const BEAT_MS = 10;

/**
 * Measures how long this process held its event loop: the time between two beats, as far as the process was computing.
 * Time that the machine spent on other processes does not count.
 */
export class Heartbeat {
  /** In ms. */
  longest = 0;
  private at = performance.now();
  private computed = process.cpuUsage();
  private readonly timer = setInterval(() => this.beat(), BEAT_MS);

  stop(): void {
    this.beat();
    clearInterval(this.timer);
  }

  private beat(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.computed);
    this.longest = Math.max(this.longest, Math.min(now - this.at, (user + system) / 1_000));
    this.at = now;
    this.computed = process.cpuUsage();
  }
}
