import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { StatusLine } from '@parley/contracts/api/status';
import { LagWatch, type Follower } from '@parley/event-sourcing/watch/lag-watch';
import { Bus, type GroupLag } from '@parley/platform/bus/bus';
import { pause } from '@parley/platform/database/retry';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { BackgroundWork } from '@parley/platform/background-work';
import { groupOf, StatusBoard, type Measured } from './status-board';

const LOOK_EVERY_MS = 5_000;
/** Maximum age in ms of a measurement that is shown. */
const STALE_MS = 30_000;

export interface StatusLook {
  checkedAt: string;
  lines: StatusLine[];
}

/** Measures the delays of all processes every five seconds, by their checkpoints in the database. */
@Injectable()
export class StatusWatch implements OnApplicationBootstrap {
  private readonly board = new StatusBoard();
  private last: StatusLook | undefined;

  constructor(
    private readonly lag: LagWatch,
    private readonly bus: Bus,
    private readonly health: HealthChecks,
    private readonly work: BackgroundWork,
  ) {}

  onApplicationBootstrap(): void {
    this.work.run(async (signal) => {
      while (!signal.aborted) {
        // A failed measurement is repeated at the next interval. Requests get `unavailable` once the last successful
        // one is too old.
        await this.look(Date.now()).catch(() => undefined);
        await pause(LOOK_EVERY_MS, signal);
      }
    });
  }

  /** @throws CodedError `unavailable` if there was no measurement within the last half minute */
  current(now: number): StatusLook {
    if (!this.last || now - Date.parse(this.last.checkedAt) > STALE_MS) throw new CodedError('unavailable');
    return this.last;
  }

  async look(now: number): Promise<void> {
    const at = new Date(now).toISOString();
    this.last = { checkedAt: at, lines: this.board.update(await this.measure(now), at) };
  }

  private async measure(now: number): Promise<Measured> {
    const [groups, { checks }] = await Promise.all([
      this.bus.lag(Object.values(groupOf)).catch(() => null),
      this.health.readiness(),
    ]);
    const late = (kind: Follower) => (name: string) => this.lag.secondsBehind(kind, name) * 1_000;
    return {
      view: late('view'),
      reaction: late('reaction'),
      bus: (topic) =>
        groups &&
        longest(
          groups.filter((group) => group.topic === topic),
          now,
        ),
      away: new Set(checks.filter(({ ok }) => !ok).map(({ name }) => name)),
    };
  }
}

/** @returns the longest wait in ms; null if the bus cannot tell since when messages have waited */
function longest(groups: GroupLag[], now: number): number | null {
  const waiting = groups.filter(({ count }) => count > 0);
  if (waiting.some(({ since }) => !since)) return null;
  return Math.max(0, ...waiting.map(({ since }) => now - since!.getTime()));
}
