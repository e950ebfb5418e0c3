import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { Presence, type Looker, type Present } from './presence';
import { Relay } from './relay';

const SWEEP_MS = 1_000;
const ROLL_MS = 3_000;
/** Time in ms for which changes are collected before they are sent. */
const GATHERED_MS = 100;

type Hear = (customerId: string, view: string, ids: string[]) => void;

/** The presence of all windows, as known to this process, exchanged with the other processes. */
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

  /** Calls `hear` with the rows of a view whose presence changes. */
  onChange(hear: Hear): void {
    this.hearers.push(hear);
  }

  /** @param looker the user and the row that the window shows; null if it shows none */
  look(window: string, looker: Looker | null): void {
    if (this.presence.look(window, looker)) this.call();
  }

  /** @returns rows of a view that a user of the organisation has open */
  idsIn(customerId: string, view: string): string[] {
    return this.presence.idsIn(customerId, view);
  }

  in(customerId: string, view: string, id: string): Present {
    return this.presence.in(customerId, view, id);
  }

  /** Exchanges presence until `signal` aborts. */
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
