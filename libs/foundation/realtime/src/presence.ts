import { randomUUID } from 'node:crypto';
import type { Look } from '@parley/contracts/push/index';
import { groupBy } from './group-by';

/** Somebody's window that shows a row of a live view. */
export interface Looker extends Required<Look> {
  customerId: string;
  userId: string;
}

/** What one realtime process says of its windows: all of them, so that whoever missed something knows it again. */
export interface Roll {
  process: string;
  lookers: Looker[];
}

/** Who looks at a row, each once. */
export type Present = { userId: string; isTyping: boolean }[];

/** A window says so again every 5 seconds; one that does not is closed, asleep or cut off. */
const WINDOW_MS = 12_000;
/** A process calls its roll every 3 seconds; one that does not is dead. */
const PROCESS_MS = 10_000;

/** Who looks at or types in which row, in all processes. It is kept in memory alone, and no fact. */
export class Presence {
  readonly process = randomUUID();
  private readonly own = new Map<string, Looker & { saidAt: number }>();
  private readonly others = new Map<string, { lookers: Looker[]; heardAt: number }>();

  /**
   * @param changed told of the rows of a view that somebody came to, left, or began or ceased to type in
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly changed: (customerId: string, view: string, ids: string[]) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What a window of this process shows; null: nothing, or it is closed. @returns whether that is news */
  look(window: string, looker: Looker | null): boolean {
    const before = this.own.get(window);
    if (looker) this.own.set(window, { ...looker, saidAt: this.now() });
    else this.own.delete(window);
    return this.tell(before ? [before] : [], looker ? [looker] : []);
  }

  /** Another process has called its roll. */
  hear({ process, lookers }: Roll): void {
    if (process === this.process) return;
    const before = this.others.get(process)?.lookers ?? [];
    this.others.set(process, { lookers, heardAt: this.now() });
    this.tell(before, lookers);
  }

  /** Forgets windows and processes that have not been heard of. @returns whether one of its own windows is gone */
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

  /** Rows of a view that somebody of an organisation looks at. */
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
