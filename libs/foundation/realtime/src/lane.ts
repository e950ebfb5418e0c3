import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { Change } from '@parley/event-sourcing/projection/view';
import { ChangeSet } from './change-set';
import type { Session } from './session';

type Deliver = (lane: Lane, view: string, changes: ChangeSet) => Promise<void>;

/**
 * The sockets of one organisation and a serial executor for them: rows that are read later are also sent later, so an
 * older row never follows a newer one. Changes that arrive during a delivery are collected and delivered together
 * after it.
 */
export class Lane {
  readonly sessions = new Set<Session>();
  private last: Promise<unknown> = Promise.resolve();
  private readonly waiting = new Map<string, ChangeSet>();

  constructor(
    readonly customerId: string,
    private readonly deliver: Deliver,
  ) {}

  /** @returns the sessions whose users may use a view and whose viewers are loaded */
  sessionsOf(live: LiveView): Session[] {
    return [...this.sessions].filter((session) => session.uses(live) && session.viewerOf(live) !== undefined);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** @param view name of the view that changed */
  add(view: string, changes: Change[]): void {
    const waiting = this.waiting.get(view);
    if (waiting) {
      waiting.add(changes);
      return;
    }
    this.waiting.set(view, new ChangeSet(changes));
    void this.run(async () => {
      const set = this.waiting.get(view);
      this.waiting.delete(view);
      if (set) await this.deliver(this, view, set);
    });
  }
}
