import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { Presence, type Looker, type Present, type Roll } from './presence';
import { Relay } from './relay';

const SWEEP_MS = 1_000;
const ROLL_MS = 3_000;
/** What changes together is told together. */
const GATHERED_MS = 100;

type Hear = (customerId: string, chatIds: string[]) => void;

/** The one board of this process on which it stands who looks at what, kept together with those of the others. */
@Injectable()
export class PresenceBoard {
  private hear: Hear = () => undefined;
  private readonly presence = new Presence((customerId, chatIds) => this.hear(customerId, chatIds));
  private readonly relay: Relay<Roll>;
  private called: ReturnType<typeof setTimeout> | undefined;

  constructor(database: Database) {
    this.relay = new Relay(database, 'parley_presence');
  }

  /** From now on `hear` is told what changes. */
  onChange(hear: Hear): void {
    this.hear = hear;
  }

  /** What a window shows, or null. */
  look(window: string, looker: Looker | null): void {
    if (this.presence.look(window, looker)) this.call();
  }

  chatsOf(customerId: string): string[] {
    return this.presence.chatsOf(customerId);
  }

  in(customerId: string, chatId: string): Present {
    return this.presence.in(customerId, chatId);
  }

  /** Keeps the board until `signal` aborts. What it leaves then, the others forget at once. */
  async run(signal: AbortSignal): Promise<void> {
    const sweeping = setInterval(() => this.presence.sweep() && this.call(), SWEEP_MS).unref();
    const calling = setInterval(() => this.call(), ROLL_MS).unref();
    try {
      await this.relay.listen((roll) => this.presence.hear(roll), signal);
    } finally {
      clearInterval(sweeping);
      clearInterval(calling);
    }
  }

  private call(): void {
    this.called ??= setTimeout(() => {
      this.called = undefined;
      this.relay.send(this.presence.roll());
    }, GATHERED_MS).unref();
  }
}
