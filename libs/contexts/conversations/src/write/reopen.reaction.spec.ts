import type { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { conversation, type ConversationState } from '../domain/conversation';
import type { InboxQueries } from '../read/inbox.queries';
import { ReopenReaction } from './reopen.reaction';

const received = (conversationId: string): RecordedEvent => ({
  id: `e-${conversationId}`,
  stream: `message-${conversationId}`,
  version: 1,
  position: '0007',
  schemaVersion: 1,
  type: 'MessageReceived',
  data: { conversationId },
  customerId: 'harbour',
  actor: { type: 'system', id: 'inbound' },
  correlationId: 'c',
  causationId: 'c',
  time: '2026-01-01T00:00:00.000Z',
});

class TestViews extends Views {
  checkpoint = () => Promise.resolve('');
  waitFor = () => Promise.resolve(true);
}

/** A reaction with these conversations in its cache, and with a view that lists these ids as not open. */
function reactionOf(cached: Record<string, Partial<ConversationState>>, notOpen: string[]) {
  const aggregates = {
    peek: (_: unknown, __: unknown, { id }: { id: string }) => {
      const state = cached[id];
      return state ? { state: { ...conversation.initialState, ...state } } : null;
    },
  };
  const inbox = {
    notOpen: (ids: string[]) => Promise.resolve(new Set(ids.filter((id) => notOpen.includes(id)))),
  };
  return new ReopenReaction(
    {} as CommandBus,
    aggregates as unknown as Aggregates,
    inbox as unknown as InboxQueries,
    new TestViews(),
  );
}

it('selects messages of archived or snoozed conversations, and skips those of open ones', async () => {
  const snoozed = { until: null, seenUpTo: '0003', userId: 'sanne' };
  const cached = {
    open: { status: 'open' as const },
    asleep: { status: 'open' as const, snoozed },
    archived: { status: 'closed' as const },
  };
  const reaction = reactionOf(cached, ['asleep', 'archived', 'uncached']);
  const events = ['open', 'asleep', 'archived', 'uncached', 'seen by the view as open'].map(received);
  const selected = await reaction.select(events);
  expect(selected).toEqual(['asleep', 'archived', 'uncached'].map(received));
});
