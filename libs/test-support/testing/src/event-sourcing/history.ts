import { v5 as uuidV5 } from 'uuid';
import type { Actor, Fact, RecordedEvent } from '@parley/contracts/events';

const NAMESPACE = '3f0a2f3e-6f1c-4b6e-9a53-2f7a3f6c1d10';

/** Returns a UUID for a word, always the same for the same word. */
export const id = (word: string): string => uuidV5(word, NAMESPACE);

/** Builds recorded events with increasing positions, one second apart. */
export class History<E extends Fact = Fact> {
  readonly events: (RecordedEvent & E)[] = [];
  private readonly versions = new Map<string, number>();

  constructor(readonly customerId: string = id('customer')) {}

  add(stream: string, fact: E, by: { actor?: Actor; time?: string } = {}): RecordedEvent & E {
    const version = (this.versions.get(stream) ?? -1) + 1;
    this.versions.set(stream, version);
    const number = this.events.length + 1;
    const event = {
      ...fact,
      id: id(`${stream}/${version}`),
      stream,
      version,
      position: positionOf(number),
      schemaVersion: 1,
      customerId: this.customerId,
      actor: by.actor ?? { type: 'system', id: 'test' },
      correlationId: id('correlation'),
      causationId: id('cause'),
      time: by.time ?? new Date(Date.UTC(2026, 4, 1) + number * 1000).toISOString(),
    };
    this.events.push(event);
    return event;
  }
}

/** The n-th position of a log. */
export const positionOf = (number: number): string => String(number).padStart(20, '0');
