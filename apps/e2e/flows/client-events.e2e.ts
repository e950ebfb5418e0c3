import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import type { CustomerResponse, PermissionsResponse } from '../../../libs/foundation/contracts/src/api/access';
import type { Ack, ClientEvent } from '../../../libs/foundation/contracts/src/push';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, test } from '../support/test';

/** AES in counter mode, with the key of one's organisation and an iv of 16 characters a message. */
async function colleagueOf(product: Product, email: string) {
  const api = await Api.signIn(product, email);
  const { customer, user } = await api.get<PermissionsResponse>('/api/gateway/v1/auth/permissions');
  const { encryptionKey } = await api.get<CustomerResponse>(`/api/gateway/v1/customers/${customer.id}/`);
  const key = Buffer.from(encryptionKey, 'base64url');
  const socket = io(product.url, { query: { token: api.bearer }, transports: ['websocket'] });
  const heard: ClientEvent[] = [];
  socket.on('clientEvent', (event: ClientEvent) => heard.push(event));
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  return {
    api,
    userId: user.id,
    room: `customer-${customer.id}`,
    heard,
    say: (event: string, body: object, room: string) => {
      const iv = randomBytes(8).toString('hex');
      const cipher = createCipheriv('aes-256-ctr', key, iv);
      const data = cipher.update(JSON.stringify(body), 'utf8', 'base64') + cipher.final('base64');
      return socket.emitWithAck('emitClientEvent', { event, iv, rooms: [room], data }) as Promise<Ack>;
    },
    open: ({ iv, data }: ClientEvent) => {
      const decipher = createDecipheriv('aes-256-ctr', key, iv);
      return decipher.update(data, 'base64', 'utf8') + decipher.final('utf8');
    },
    close: () => socket.close(),
  };
}

test('who types in a chat is told to those who take part, sealed with the key of their organisation', async ({
  product,
}) => {
  // No other flow has these two in one chat, which would be the same chat.
  const [mine, theirs, stranger] = [
    await colleagueOf(product, demo.manager.email),
    await colleagueOf(product, demo.colleague.email),
    await colleagueOf(product, demo.stranger.email),
  ];
  const body = { userIds: [theirs.userId], title: null };
  const started = await mine.api.request('POST', '/api/v3/team-chats', body);
  const { id: chatId } = (await started.json()) as { id: string };
  const typing = { chatId, userId: theirs.userId, userName: 'Somebody else', typingTime: 3 };
  await expect.poll(() => mine.say('teamChatStartTyping', typing, mine.room)).toMatchObject({ ok: true });
  await expect.poll(() => theirs.heard.length).toBe(1);
  const [event] = theirs.heard as [ClientEvent];
  expect(event).toMatchObject({ event: 'teamChatStartTyping', rooms: [`teamChat-${chatId}`] });
  expect(event.iv).toHaveLength(16);
  expect(JSON.parse(theirs.open(event))).toEqual({ chatId, userId: mine.userId, typingTime: 3 });

  expect(stranger.open(event)).not.toContain(chatId);
  expect(await stranger.say('teamChatStartTyping', typing, mine.room)).toMatchObject({ code: 'not_found' });
  expect(await stranger.say('teamChatStartTyping', typing, stranger.room)).toMatchObject({
    code: 'not_found',
  });
  expect([mine.heard, stranger.heard]).toEqual([[], []]);
  for (const socket of [mine, theirs, stranger]) socket.close();
});
