import { Injectable } from '@nestjs/common';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import type { About } from '../catalogue/public-event';

/** Streams that are remembered: their first fact never changes. */
const MOST = 20_000;

/** Whom the streams of public events are about, as their first fact says. */
@Injectable()
export class Subjects {
  private readonly known = new Map<string, About | null>();

  constructor(private readonly store: EventStore) {}

  /** Null for a stream that is no subject of public events, as that of a provider's id of a message. */
  async about({ stream, customerId }: Pick<RecordedEvent, 'stream' | 'customerId'>): Promise<About | null> {
    const known = this.known.get(stream);
    if (known !== undefined) return known;
    let about: About | null = null;
    for await (const first of this.store.readStream(stream, { customerId, max: 1 })) about = aboutOf(first);
    if (this.known.size >= MOST) this.known.delete(this.known.keys().next().value!);
    this.known.set(stream, about);
    return about;
  }
}

/** Whom a stream is about, by its first fact. Null as for `Subjects.about`. */
export function aboutOf({ stream, data }: Pick<RecordedEvent, 'stream' | 'data'>): About | null {
  const nobody = { conversationId: null, contactId: null, channelId: null };
  const category = stream.slice(0, stream.indexOf('-'));
  if (category === 'contact') return { ...nobody, contactId: idOf(stream) };
  if (category !== 'conversation' && category !== 'message') return nobody;
  const first = data as Partial<About>;
  if (!first.contactId || !first.channelId) return null;
  const conversationId = category === 'message' ? (first.conversationId ?? null) : idOf(stream);
  return { conversationId, contactId: first.contactId, channelId: first.channelId };
}
