import type { CommandBus } from '@nestjs/cqrs';
import type { InboundMessage } from '@parley/channels/adapters/adapter';
import type { Channel } from '@parley/channels/read/channels.queries';
import { conversation } from '@parley/conversations/domain/conversation';
import { message } from '@parley/conversations/domain/message';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { MasterKey } from '@parley/platform/security/master-key';
import { MailThreads } from './mail-threads';

const mail = { externalId: '<bell@example.org>', thread: undefined } as unknown as InboundMessage;
const channel = { id: '1f6d4a8e-3d0f-4c58-9a51-0c9a3a4c7b11', customerId: 'harbour' } as Channel;
/**
 * Creates conversations each of which was joined into the next.
 * @param isRound whether the last one was joined into the first
 */
function threadsOf(chain: string[], isRound = false): MailThreads {
  let first: string | undefined;
  const start = { contactId: 'eva', channelId: channel.id, readForAll: true, startedAt: '' };
  const aggregates = {
    load: (_: unknown, category: string, id: string) => {
      if (category === 'message') return Promise.resolve({ state: message.initialState });
      first ??= id;
      const at = id === first ? 0 : chain.indexOf(id) + 1;
      const into = chain[at] ?? (isRound ? chain[0] : undefined);
      const joined = into ? { joined: { into, messageIds: [], wasOpen: true } } : {};
      const status = into ? 'closed' : 'open';
      return Promise.resolve({ state: { ...conversation.initialState, start, status, ...joined } });
    },
  };
  const masterKey = { purpose: () => Buffer.alloc(32) };
  return new MailThreads(
    aggregates as unknown as Aggregates,
    {} as CommandBus,
    masterKey as unknown as MasterKey,
  );
}

const placeOf = (threads: MailThreads) => threads.of(mail, channel);

test('puts a mail into the last of a chain of joined conversations', async () => {
  const place = await placeOf(threadsOf(['lamp', 'wheel', 'saddle']));
  expect(place).toMatchObject({ conversationId: 'saddle', contactId: 'eva' });
});

test('stops if conversations were joined in a circle', async () => {
  const { conversationId } = await placeOf(threadsOf(['lamp', 'wheel'], true));
  expect(['lamp', 'wheel']).toContain(conversationId);
});
