import { randomUUID } from 'node:crypto';
import type { Look } from '@parley/contracts/push/index';

/** Somebody's window that shows a conversation. */
export interface Looker extends Look {
  customerId: string;
  userId: string;
}

/** What one realtime process says of its windows: all of them, so that whoever missed something knows it again. */
export interface Roll {
  process: string;
  lookers: Looker[];
}

/** Who looks at a conversation, each once. */
export type Present = { userId: string; isTyping: boolean }[];

/** A window says so again every 5 seconds; one that does not is closed, asleep or cut off. */
const WINDOW_MS = 12_000;
/** A process calls its roll every 3 seconds; one that does not is dead. */
const PROCESS_MS = 10_000;

/** Who looks at or types in which conversation, in all processes. It is kept in memory alone, and no fact. */
export class Presence {
  readonly process = randomUUID();
  private readonly own = new Map<string, Looker & { saidAt: number }>();
  private readonly others = new Map<string, { lookers: Looker[]; heardAt: number }>();

  /**
   * @param changed told of the conversations that somebody came to, left, or began or ceased to type in
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly changed: (customerId: string, chatIds: string[]) => void,
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

  /** Conversations of an organisation that somebody looks at. */
  chatsOf(customerId: string): string[] {
    return [...new Set(this.all().flatMap((one) => (one.customerId === customerId ? [one.chatId] : [])))];
  }

  in(customerId: string, chatId: string): Present {
    const present = new Map<string, boolean>();
    for (const one of this.all()) {
      if (one.customerId !== customerId || one.chatId !== chatId) continue;
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
    for (const customerId of new Set(news.map((one) => one.customerId))) {
      const chatIds = news.filter((one) => one.customerId === customerId).map(({ chatId }) => chatId);
      this.changed(customerId, [...new Set(chatIds)]);
    }
    return news.length > 0;
  }
}

function keyOf({ customerId, chatId, userId, isTyping }: Looker): string {
  return [customerId, chatId, userId, isTyping].join('/');
}
