import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import {
  afterConversation,
  afterLoss,
  afterMessage,
  type ChannelHours,
  type ConversationState,
  type Counted,
  type Counting,
  type Gone,
  type Written,
} from '../domain/conversation-counting';
import { factRow, type ConversationRow, type FactRow, type HourRow } from './insights.rows';

const written = new Set(['MessageReceived', 'MessageEchoed', 'MessageQueued']);
const lost = new Set(['MessageDeclined', 'MessageAliased']);
const withoutHours: ChannelHours = { isWhatsApp: false, opening: { businessHours: null, closingDates: [] } };

export function isWritten(event: RecordedEvent): event is Written {
  return written.has(event.type);
}

/** Whether the event invalidates a message of ours that may have been counted. */
export function isLoss(
  event: RecordedEvent,
): event is RecordedEvent & Extract<MessageEvent, { type: 'MessageDeclined' | 'MessageAliased' }> {
  return lost.has(event.type);
}

/** The changes of counts by a batch. */
export class InsightsFold {
  private readonly changed = new Set<string>();
  private readonly added = new Map<string, Counted[]>();
  readonly removed: Gone[] = [];

  /**
   * @param states the conversations in the batch
   * @param conversationOf the conversations of messages that were counted before and are invalidated in this batch
   */
  constructor(
    private readonly states: Map<string, ConversationState>,
    private readonly conversationOf: Map<string, string>,
    private readonly channels: ReadonlyMap<string, ChannelHours>,
  ) {}

  apply(event: RecordedEvent): void {
    if (event.stream.startsWith('conversation-')) {
      const id = idOf(event.stream);
      this.keep(
        id,
        afterConversation(this.states.get(id) ?? null, event as RecordedEvent & ConversationEvent),
      );
    } else if (isWritten(event)) {
      const id = event.data.conversationId;
      const state = this.states.get(id);
      if (!state) return;
      // Only our own messages can be invalidated.
      if (event.type !== 'MessageReceived') this.conversationOf.set(idOf(event.stream), id);
      this.keep(id, afterMessage(state, event, this.channels.get(event.data.channelId) ?? withoutHours));
    } else if (isLoss(event)) {
      const sourceId = idOf(event.stream);
      const id = this.conversationOf.get(sourceId);
      const state = id === undefined ? undefined : this.states.get(id);
      if (id !== undefined && state) this.keep(id, afterLoss(state, sourceId, event.type));
    }
  }

  private keep(id: string, counting: Counting | null): void {
    if (!counting) return;
    this.states.set(id, counting.state);
    this.changed.add(id);
    for (const gone of counting.removed) this.remove(gone);
    for (const fact of counting.added) {
      const facts = this.added.get(fact.sourceId);
      if (facts) facts.push(fact);
      else this.added.set(fact.sourceId, [fact]);
    }
  }

  private remove(gone: Gone): void {
    const { sourceId, number, measure } = gone;
    const kept = (this.added.get(sourceId) ?? []).filter(
      (fact) =>
        (number !== undefined && fact.number !== number) ||
        (measure !== undefined && fact.measure !== measure),
    );
    this.added.set(sourceId, kept);
    this.removed.push(gone);
  }

  conversationRows(): ConversationRow[] {
    return [...this.changed].map((id) => {
      const state = this.states.get(id)!;
      const { customerId: customer_id, channelId: channel_id, status, openedAt: opened_at } = state;
      return { id, customer_id, channel_id, status, opened_at, state };
    });
  }

  factRows(): FactRow[] {
    return [...this.added.values()].flat().map(factRow);
  }
}

const HOUR = 3_600_000;

/** The changes of sums by the hour from added and removed facts. */
export function hourRows(added: FactRow[], removed: FactRow[]): HourRow[] {
  const rows = new Map<string, HourRow>();
  const add = (fact: FactRow, sign: 1 | -1) => {
    // Tags have no sums, since merges of tags change their meaning later.
    if (fact.measure === 'tagged') return;
    const { customer_id, measure, channel_id, user_id, team_id } = fact;
    const hour = new Date(Math.floor(Date.parse(fact.at) / HOUR) * HOUR).toISOString();
    const key = [customer_id, measure, hour, channel_id, user_id, team_id].join();
    const row = rows.get(key) ?? { customer_id, measure, hour, channel_id, user_id, team_id, n: 0, total: 0 };
    row.n += sign;
    row.total += sign * Number(fact.value);
    rows.set(key, row);
  };
  for (const fact of removed) add(fact, -1);
  for (const fact of added) add(fact, 1);
  return [...rows.values()].filter(({ n, total }) => n !== 0 || total !== 0);
}
