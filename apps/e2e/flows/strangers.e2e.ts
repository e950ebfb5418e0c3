import { io } from 'socket.io-client';
import type { ChatEntry } from '../../../libs/foundation/contracts/src/api/conversations';
import type { Ack } from '../../../libs/foundation/contracts/src/push';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo, demoIngress } from '../support/demo';
import { expect, test } from '../support/test';
import { postWebhook, sample } from '../support/webhook';

test('another organisation’s ids answer 404 on every route', async ({ product }) => {
  await new Contact(product, 'Ana Private').write('for us alone');
  const [own, foreign] = [
    await Api.signIn(product, demo.agent.email),
    await Api.signIn(product, demo.stranger.email),
  ];
  await expect
    .poll(async () => (await own.chats('new')).some(({ contact }) => contact.name === 'Ana Private'))
    .toBe(true);
  const chat = (await own.chats('new')).find(({ contact }) => contact.name === 'Ana Private')!;
  let message: ChatEntry | undefined;
  await expect.poll(async () => ([message] = await own.messages(chat.id))).toHaveLength(1);
  const { id: userId } = (await own.get<{ data: { id: string }[] }>('/api/v3/users')).data[0]!;
  const { id: teamId } = (await own.get<{ data: { id: string }[] }>('/api/v3/teams')).data[0]!;

  const seenUpTo = message!.position;
  const nobody = { userId: null, teamId: null };
  const text = { chat: { id: chat.id }, content: { text: 'hi' }, idempotencyKey: 'a-key-of-mine' };
  const requests: [string, string, unknown?][] = [
    ['GET', `/api/v3/messaging-chats/chats-list/${chat.id}`],
    ['GET', `/api/v3/messaging-chats/${chat.id}/entries?page=1`],
    ['GET', `/api/v3/assets/${message!.id}/${message!.id}`],
    ['GET', `/api/v3/contacts/${chat.contactId}`],
    ['GET', `/api/v3/channels/${demo.channelId}`],
    ['GET', `/api/v3/users/${userId}`],
    ['GET', `/api/v3/teams/${teamId}`],
    ['PATCH', `/api/v3/users/${userId}`, { settings: [{ name: 'language', value: 'nl' }] }],
    ['POST', `/api/v3/messaging-chats/${chat.id}/assign`, { ...nobody, expected: nobody }],
    ['POST', `/api/v3/messaging-chats/${chat.id}/archive`, { seenUpTo }],
    ['POST', `/api/v3/messaging-chats/${chat.id}/unarchive`],
    ['POST', `/api/v3/messaging-chats/${chat.id}/read`, { seenUpTo }],
    ['POST', `/api/v3/messaging-chats/${chat.id}/assets`],
    ['POST', '/api/v3/messages/send', text],
    ['POST', `/ingress/test/${demo.testChannelId}`, { kind: 'message' }],
  ];
  for (const [method, path, body] of requests) {
    const answer = await foreign.request(method, path, body);
    expect(`${method} ${path}: ${answer.status}`).toBe(`${method} ${path}: 404`);
    expect(await answer.text()).not.toContain('Ana');
  }
  expect(await foreign.chats('new')).toEqual([]);
});

test('a socket that asks for rooms of others gets an error and nothing else', async ({ product }) => {
  await new Contact(product, 'Ana Socket').write('for us alone');
  const own = await Api.signIn(product, demo.agent.email);
  await expect
    .poll(async () => (await own.chats('new')).some(({ contact }) => contact.name === 'Ana Socket'))
    .toBe(true);
  const chat = (await own.chats('new')).find(({ contact }) => contact.name === 'Ana Socket')!;
  const { customer } = await own.get<{ customer: { id: string } }>('/api/gateway/v1/auth/permissions');

  const stranger = await Api.signIn(product, demo.stranger.email);
  const socket = io(product.url, { query: { token: stranger.bearer }, transports: ['websocket'] });
  const received: unknown[] = [];
  // Settings of their own organisation may change meanwhile, as those of a colleague who signs in.
  socket.onAny((event: string, ...args: unknown[]) => event !== 'changed' && received.push([event, ...args]));
  const ask = (event: string, body: unknown) =>
    new Promise<Ack>((resolve) => socket.emit(event, body, (ack: Ack) => resolve(ack)));
  expect(await ask('follow', { chatId: chat.id, position: '0'.repeat(20) })).toEqual({
    ok: false,
    code: 'not_found',
  });
  for (const room of [`customer-${customer.id}`, `conversation-${chat.id}`]) {
    const event = { event: 'teamChatStartTyping', iv: '0123456789abcdef', rooms: [room], data: 'x' };
    expect(await ask('emitClientEvent', event)).toEqual({ ok: false, code: 'not_found' });
  }
  await new Contact(product, 'Ana Socket').write('still for us alone');
  const ofHers = async () => (await own.chats('new')).filter(({ contact }) => contact.name === 'Ana Socket');
  await expect.poll(ofHers).toHaveLength(2);
  expect(received).toEqual([]);
  socket.close();
});

test('nobody connects without a token', async ({ product }) => {
  const socket = io(product.url, {
    query: { token: 'rubbish' },
    transports: ['websocket'],
    reconnection: false,
  });
  const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
  expect(error.message).toMatch(/unauthenticated|login_expired/);
  socket.close();
});

test('webhooks that cannot be right are refused by what is wrong with them', async ({ product }) => {
  const url = demoIngress(product.url);
  const unknown = url.replace(demo.channelId, '00000000-0000-4000-8000-000000000000');
  expect((await postWebhook(url, sample('in_text'), 'another secret')).status).toBe(401);
  expect(
    (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
      .status,
  ).toBe(401);
  expect((await postWebhook(unknown, sample('in_text'), demo.appSecret)).status).toBe(404);
  expect((await postWebhook(url, Buffer.alloc(4 * 1024 * 1024, 32), demo.appSecret)).status).toBe(413);
  expect((await postWebhook(url, Buffer.from('{"object":'), demo.appSecret)).status).toBe(400);
});

test('REST asks for the front end’s key, a token and known fields', async ({ product }) => {
  const list = `${product.url}/api/v3/messaging-chats/chats-list?list=new&page=1`;
  expect((await fetch(list)).status).toBe(401);
  expect(
    (await fetch(list, { headers: { 'api-key': 'parley-web', authorization: 'Bearer x.y.z' } })).status,
  ).toBe(401);
  const own = await Api.signIn(product, demo.agent.email);
  const answer = await own.request('GET', '/api/v3/messaging-chats/chats-list?list=new&page=1&drop=table');
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    errors: [{ field: 'drop', rule: 'unknown' }],
  });
});
