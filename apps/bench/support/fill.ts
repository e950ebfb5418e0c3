import { randomUUID } from 'node:crypto';
import type { Engines } from '@parley/server/engines';
import { newEvent } from '@parley/event-sourcing/store/new-event';
import { conversationOf, received, type Append } from './history';
import type { Installation } from './installation';
import { steadily } from './steadily';

/** Number of conversations that are appended concurrently: enough to fill the commits that appends share. */
const AT_ONCE = 256;

/**
 * Appends conversations concurrently until at least `events` events were added.
 * @returns the number of added events
 */
export async function fill(installation: Installation, events: number): Promise<number> {
  let appended = 0;
  const write = async () => {
    while (appended < events) {
      const appends = conversationOf(placeOf(installation));
      appended += appends.length;
      await appendAll(installation, appends);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return appended;
}

/** A conversation without queued messages, so that reactions have nothing to do. */
export function idleConversation(installation: Installation): Append[] {
  const all = conversationOf(placeOf(installation));
  const queued = new Set(
    all.filter(({ event }) => event.type === 'MessageQueued').map(({ stream }) => stream),
  );
  return all.filter(({ stream }) => !queued.has(stream));
}

/** Live traffic: messages of contacts in existing conversations. */
export class Traffic {
  private constructor(
    private readonly installation: Installation,
    private readonly conversations: { conversationId: string; contactId: string }[],
  ) {}

  static async begin(installation: Installation, conversations: number): Promise<Traffic> {
    const begun = Array.from({ length: conversations }, async () => {
      const appends = conversationOf(placeOf(installation));
      await appendAll(installation, appends.slice(0, 4));
      const [conversationId, contactId] = [idIn(appends[2]?.stream), idIn(appends[0]?.stream)];
      return { conversationId, contactId };
    });
    return new Traffic(installation, await Promise.all(begun));
  }

  /**
   * Appends messages at a steady rate.
   * @param onAppended called with each position as soon as the message is durable
   */
  async flow(perSecond: number, count: number, onAppended: (position: string) => void): Promise<void> {
    const { engines, customerId, channelId } = this.installation;
    await steadily(perSecond, count, async (index) => {
      const place = this.conversations[index % this.conversations.length] ?? {
        conversationId: '',
        contactId: '',
      };
      const fact = received({ text: `Message ${index}`, at: new Date().toISOString(), channelId, ...place });
      const { position } = await engines.store.append(
        `message-${randomUUID()}`,
        [newEvent(fact, { customerId, by: 'bench' })],
        { expected: 'no-stream', customerId },
      );
      onAppended(position);
    });
  }
}

export async function appendAll(
  { engines, customerId }: { engines: Engines; customerId: string },
  appends: ReturnType<typeof conversationOf>,
): Promise<void> {
  for (const { stream, expected, event } of appends) {
    await engines.store.append(stream, [event], { expected, customerId });
  }
}

function placeOf({ customerId, channelId, agentIds }: Installation) {
  return { customerId, channelId, agentId: agentIds[0] ?? '' };
}

function idIn(stream = ''): string {
  return stream.slice(stream.indexOf('-') + 1);
}
