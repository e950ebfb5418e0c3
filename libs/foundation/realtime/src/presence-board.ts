import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { Presence, type Looker, type Present } from './presence';
import { Relay } from './relay';

const SWEEP_MS = 1_000;
const ROLL_MS = 3_000;
/** What changes together is told together. */
const GATHERED_MS = 100;

type Hear = (customerId: string, view: string, ids: string[]) => void;

/** The one board of this process on which it stands who looks at what, kept together with those of the others. */
@Injectable()
export class PresenceBoard {
  private readonly hearers: Hear[] = [];
  private readonly presence = new Presence((...change) => {
    for (const hear of this.hearers) hear(...change);
  });
  private called: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly relay: Relay) {
    relay.hear('roll', (roll) => this.presence.hear(roll));
  }

  /** From now on `hear` is told what changes. */
  onChange(hear: Hear): void {
    this.hearers.push(hear);
  }

  /** What a window shows, or null. */
  look(window: string, looker: Looker | null): void {
    if (this.presence.look(window, looker)) this.call();
  }

  /** Rows of a view that somebody of an organisation looks at. */
  idsIn(customerId: string, view: string): string[] {
    return this.presence.idsIn(customerId, view);
  }

  in(customerId: string, view: string, id: string): Present {
    return this.presence.in(customerId, view, id);
  }

  /** Keeps the board until `signal` aborts. What it leaves then, the others forget at once. */
  async run(signal: AbortSignal): Promise<void> {
    const sweeping = setInterval(() => this.presence.sweep() && this.call(), SWEEP_MS).unref();
    const calling = setInterval(() => this.call(), ROLL_MS).unref();
    if (!signal.aborted) await once(signal, 'abort');
    clearInterval(sweeping);
    clearInterval(calling);
  }

  private call(): void {
    this.called ??= setTimeout(() => {
      this.called = undefined;
      this.relay.send('roll', this.presence.roll());
    }, GATHERED_MS).unref();
  }
}
