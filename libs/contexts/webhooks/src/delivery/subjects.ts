import { Injectable } from '@nestjs/common';
import { idOf, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import type { About } from '../catalogue/public-event';

/** Maximum number of cached streams. */
const MOST = 20_000;

/** The data of a stream up to the version that was read. */
interface Known {
  about: About | null;
  /** Moves of an e-mail to other conversations, each with the version of its event. */
  moves: { version: number; to: string }[];
  /** Latest version that was read; Infinity if no later event matters. */
  readTo: number;
}

/** The subjects of streams with public events, from their first events, and the later moves of e-mails. */
@Injectable()
export class Subjects {
  private readonly known = new Map<string, Known>();

  constructor(private readonly store: EventStore) {}

  /**
   * The subject of an event's stream at that event. Null for a stream without public events, such as the one for a
   * provider's message id.
   */
  async about({
    stream,
    customerId,
    version,
  }: Pick<RecordedEvent, 'stream' | 'customerId' | 'version'>): Promise<About | null> {
    const known = this.known.get(stream) ?? (await this.begun(stream, customerId));
    while (version > known.readTo) await this.readOn(known, { stream, customerId, version });
    const moved = known.moves.findLast((move) => move.version <= version);
    return known.about && moved ? { ...known.about, conversationId: moved.to } : known.about;
  }

  private async begun(stream: string, customerId: string): Promise<Known> {
    const known: Known = { about: null, moves: [], readTo: Infinity };
    for await (const first of this.store.readStream(stream, { customerId, max: 1 })) {
      known.about = aboutOf(first);
      // Only e-mails can be moved to another conversation, so only their streams are read on for moves.
      if ((first.data as { contentType?: string }).contentType === 'email') known.readTo = 0;
    }
    if (this.known.size >= MOST) this.known.delete(this.known.keys().next().value!);
    this.known.set(stream, known);
    return known;
  }

  private async readOn(
    known: Known,
    { stream, customerId, version }: Pick<RecordedEvent, 'stream' | 'customerId' | 'version'>,
  ): Promise<void> {
    const from = known.readTo + 1;
    const moves: Known['moves'] = [];
    for await (const recorded of this.store.readStream(stream, {
      customerId,
      from,
      max: version - from + 1,
    })) {
      const event = recorded as RecordedEvent & MessageEvent;
      if (event.type === 'MessageMoved') moves.push({ version: event.version, to: event.data.to });
    }
    // A concurrent call may have read the same events.
    if (known.readTo !== from - 1) return;
    known.moves.push(...moves);
    known.readTo = version;
  }
}

/** The subject of a stream, from its first event. Null as for `Subjects.about`. */
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
