import { randomUUID } from 'node:crypto';
import type { Look } from '@parley/contracts/push/index';
import { groupBy } from './group-by';

/** A user's window that shows a row of a live view. */
export interface Looker extends Required<Look> {
  customerId: string;
  userId: string;
}

/**
 * A presence list: all windows of one realtime process. A process that missed a list is up to date after the next
 * one.
 */
export interface Roll {
  process: string;
  lookers: Looker[];
}

/** The users at a row, each once. */
export type Present = { userId: string; isTyping: boolean }[];

/**
 * Time in ms after which a silent window is dropped. A window reports every 5 seconds; a silent one is closed, asleep
 * or disconnected. Typing in team chats is sent as client events instead: see
 * `apps/web/src/features/team-chat/typing.ts`.
 */
const WINDOW_MS = 12_000;
/** Time in ms after which a silent process is dropped. A process sends its presence list every 3 seconds. */
const PROCESS_MS = 10_000;

/** The users who look at or type in each row, in all processes. Kept in memory and never in the log. */
export class Presence {
  readonly process = randomUUID();
  private readonly own = new Map<string, Looker & { saidAt: number }>();
  private readonly others = new Map<string, { lookers: Looker[]; heardAt: number }>();

  /**
   * @param changed called with the rows of a view at which a user appeared, disappeared, or started or stopped typing
   * @param now time in ms by a clock that never goes back
   */
  constructor(
    private readonly changed: (customerId: string, view: string, ids: string[]) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Sets the row that a window of this process shows; null if it shows none or is closed.
   * @returns whether this changes the presence
   */
  look(window: string, looker: Looker | null): boolean {
    const before = this.own.get(window);
    if (looker) this.own.set(window, { ...looker, saidAt: this.now() });
    else this.own.delete(window);
    return this.tell(before ? [before] : [], looker ? [looker] : []);
  }

  /** Stores the presence list of another process instead of its former list. */
  hear({ process, lookers }: Roll): void {
    if (process === this.process) return;
    const before = this.others.get(process)?.lookers ?? [];
    this.others.set(process, { lookers, heardAt: this.now() });
    this.tell(before, lookers);
  }

  /**
   * Drops silent windows and processes.
   * @returns whether a window of this process was dropped
   */
  sweep(): boolean {
    const silent = [...this.own].filter(([, { saidAt }]) => this.now() - saidAt > WINDOW_MS);
    for (const [window] of silent) this.look(window, null);
    for (const [process, { lookers, heardAt }] of this.others) {
      if (this.now() - heardAt <= PROCESS_MS) continue;
      this.others.delete(process);
      this.tell(lookers, []);
    }
    return silent.length > 0;
  }

  roll(): Roll {
    const lookers = [...this.own.values()].map(({ saidAt: _saidAt, ...looker }) => looker);
    return { process: this.process, lookers };
  }

  /** @returns rows of a view that a user of the organisation has open */
  idsIn(customerId: string, view: string): string[] {
    const theirs = this.all().filter((one) => one.customerId === customerId && one.view === view);
    return [...new Set(theirs.map(({ chatId }) => chatId))];
  }

  in(customerId: string, view: string, id: string): Present {
    const present = new Map<string, boolean>();
    for (const one of this.all()) {
      if (one.customerId !== customerId || one.view !== view || one.chatId !== id) continue;
      present.set(one.userId, one.isTyping || (present.get(one.userId) ?? false));
    }
    return [...present].map(([userId, isTyping]) => ({ userId, isTyping }));
  }

  private all(): Looker[] {
    return [...this.own.values(), ...[...this.others.values()].flatMap(({ lookers }) => lookers)];
  }

  private tell(before: Looker[], after: Looker[]): boolean {
    const [was, is] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
    const news = [
      ...before.filter((one) => !is.has(keyOf(one))),
      ...after.filter((one) => !was.has(keyOf(one))),
    ];
    const places = groupBy(news, ({ customerId, view }) => `${customerId}/${view}`);
    for (const lookers of places.values()) {
      const { customerId, view } = lookers[0]!;
      this.changed(customerId, view, [...new Set(lookers.map(({ chatId }) => chatId))]);
    }
    return news.length > 0;
  }
}

function keyOf({ customerId, view, chatId, userId, isTyping }: Looker): string {
  return [customerId, view, chatId, userId, isTyping].join('/');
}
