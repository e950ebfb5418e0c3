import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import { io } from 'socket.io-client';
import { elsewhere, foundIn, posting, samplesOf, type Sample } from '@parley/channels/testing/samples';
import { AdministerChannels } from '@parley/channels/write/administer-channels';
import type { ContactImport } from '@parley/contracts/api/contact-imports';
import type { VisitorSession } from '@parley/contracts/api/web-chat';
import { webChatDefaults } from '@parley/contracts/events';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Random } from '@parley/testing/proof/random';
import type { Organisation } from '@parley/server/testing/organisation';
import type { RunningServer } from '@parley/server/testing/running-server';
import type { ProviderWebhooks } from '../provider-webhooks';
import { costlyCsv, costlyMail, costlyTexts } from './costly-texts';

/** An entrance: a way by which text from outside reaches the server. */
export interface Door {
  name: string;
  /**
   * Sends one costly input.
   * @returns the status of the response, as an HTTP status
   */
  send(number: number): Promise<number>;
}

export interface Attacked {
  server: RunningServer;
  organisation: Organisation;
  webhooks: ProviderWebhooks;
  smtpPort: number;
  random: Random;
  /** Size of mails and files, as a share (up to 1) of the largest permitted input. */
  share: number;
}

const ROOT = resolve(__dirname, '../../../..');
const SITE = 'https://shop.example';
const MAILBOX = 'support@attacked.example';
/**
 * Number of repetitions of a token. They make inputs almost as large as the maximum: of a request body (100 kB), a
 * mail, a file and a packet of a socket.
 */
const REPETITIONS = { json: 8_000, mail: 60_000, csv: 20_000, socket: 10_000 };

/** Maximum length of a text that a visitor may send. */
const MAX_VISITOR_TEXT = 1_000;
/** Length of a text that fits into a packet in any encoding. */
const MAX_SOCKET_TEXT = 5_000;
const SOCKET_TIMEOUT_MS = 30_000;

const texts = (number: number, count: number): string => {
  const fills = Object.values(costlyTexts);
  return fills[number % fills.length]!(count);
};

/**
 * Connects the channels of the attacked organisation.
 * @returns all entrances to the organisation
 */
export async function doorsOf(attacked: Attacked): Promise<Door[]> {
  const { organisation, webhooks, server } = attacked;
  await webhooks.connect('email', organisation.customerId, MAILBOX);
  const channelId = await connectWebChat(attacked);
  await server.shown();
  const token = await server.issuer.sign({
    user_id: organisation.id('admin'),
    customer_id: organisation.customerId,
  });
  return [
    { name: 'webhooks', send: (number) => postWebhook(attacked, number) },
    { name: 'mail', send: (number) => sendMail(attacked.smtpPort, number, attacked.share) },
    { name: 'web chat', send: (number) => writeAsVisitor(server.url, channelId, number) },
    {
      name: 'CSV import',
      send: (number) => importCsv(server.url, token, costlyCsv(number, attacked.share * REPETITIONS.csv)),
    },
    { name: 'sockets', send: (number) => emitAll(server.url, { token, organisation, number }) },
  ];
}

async function connectWebChat({ server, organisation }: Attacked): Promise<string> {
  const channels = server.app.get(AdministerChannels, { strict: false });
  const actor = { customerId: organisation.customerId, userId: organisation.id('admin') };
  const credentials = { signInSecret: 'a-secret-that-the-shop-signs-with' };
  const request = { provider: 'web-chat', name: 'Shop', credentials } as const;
  const { id } = await channels.connect(request, requestedNow(actor));
  await channels.changeSettings(id, { webChat: { ...webChatDefaults, sites: [SITE] } }, requestedNow(actor));
  return id;
}

/** Posts a recorded webhook in which a costly text replaces one of the texts. Each post uses a new channel. */
async function postWebhook({ server, webhooks, organisation, random }: Attacked, number: number) {
  const provider = posting[number % posting.length]!;
  const written = samplesOf(provider, ROOT).filter((sample) => foundIn(sample).length > 0);
  const sample = elsewhere(random.pick(written), 100_000 + number);
  const connected = await webhooks.connectAccounts(sample, organisation.customerId);
  await server.engines.views.waitFor('channels', (await server.engines.store.head()) ?? '', 60_000);
  return webhooks.post({
    ...connected,
    sample: withCostlyText(sample, texts(number, REPETITIONS.json), random),
  });
}

function withCostlyText(sample: Sample, costly: string, random: Random): Sample {
  const { body, contentType, query } = sample.webhook;
  if (contentType === 'application/json') {
    const payload = JSON.parse(body.toString()) as unknown;
    return {
      ...sample,
      webhook: { ...sample.webhook, body: Buffer.from(JSON.stringify(replaceLeaf(payload, costly, random))) },
    };
  }
  const form = new URLSearchParams(body.length > 0 ? body.toString() : query);
  form.set(random.pick([...form.keys()]), body.length > 0 ? costly : costly.slice(0, 1_000));
  const written = form.toString();
  return {
    ...sample,
    webhook: {
      ...sample.webhook,
      ...(body.length > 0 ? { body: Buffer.from(written) } : { query: written }),
    },
  };
}

/** Replaces one string of a JSON value. */
function replaceLeaf(payload: unknown, costly: string, random: Random): unknown {
  const places: { parent: Record<string, unknown>; key: string }[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const parent = value as Record<string, unknown>;
    for (const [key, inner] of Object.entries(parent)) {
      if (typeof inner === 'string') places.push({ parent, key });
      else visit(inner);
    }
  };
  visit(payload);
  if (places.length > 0) {
    const { parent, key } = random.pick(places);
    parent[key] = costly;
  }
  return payload;
}

async function sendMail(port: number, number: number, share: number): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    const envelope = { from: 'ana@customer.example', to: [MAILBOX] };
    await transport.sendMail({ envelope, raw: costlyMail(MAILBOX, number, share * REPETITIONS.mail) });
    return 200;
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    if (responseCode === undefined) throw error;
    // A mail server's reply of 4xx means that it failed, and one of 5xx that it refused the mail.
    return responseCode < 500 ? 503 : 400;
  } finally {
    transport.close();
  }
}

async function writeAsVisitor(url: string, channelId: string, number: number): Promise<number> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/web-chat/${channelId}${path}`, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const text = texts(number, REPETITIONS.json);
  const session = (await (await post('/sessions', {})).json()) as VisitorSession;
  const headers = { authorization: `Bearer ${session.token}` };
  // A message may have up to 1,000 characters. Every fourth text is longer, and is refused.
  const message = { key: randomUUID(), text: number % 4 === 3 ? text : text.slice(0, MAX_VISITOR_TEXT) };
  const introduction = { name: text.slice(0, 200), email: texts(number + 1, 100).slice(0, 250) };
  const answers = [
    await post('/messages', { ...message, introduction }, headers),
    await post('/sessions', { token: text, identity: text }),
  ];
  return Math.max(...answers.map(({ status }) => status));
}

async function importCsv(url: string, token: string, file: string): Promise<number> {
  const headers = { 'api-key': 'parley-web', authorization: `Bearer ${token}` };
  const form = new FormData();
  form.set('file', new Blob([file], { type: 'text/csv' }), 'people.csv');
  const path = `${url}/api/v3/contact-imports`;
  const added = await fetch(path, { method: 'POST', headers, body: form });
  if (added.status !== 201) return added.status;
  const { id } = (await added.json()) as ContactImport;
  return (await fetch(`${path}/${id}/check`, { method: 'POST', headers })).status;
}

interface Emitting {
  token: string;
  organisation: Organisation;
  number: number;
}

/** Sends each kind of socket request with a costly text. A connection that the server cuts counts as status 413. */
async function emitAll(url: string, { token, organisation, number }: Emitting): Promise<number> {
  const rooms = [`customer-${organisation.customerId}`];
  const text = texts(number, REPETITIONS.socket);
  // Most texts fit into a packet; every fourth text is too large.
  const fitting = number % 4 === 3 ? text : text.slice(0, MAX_SOCKET_TEXT);
  const requests: [name: string, body: unknown][] = [
    ['emitClientEvent', { event: text.slice(0, 60), iv: text.slice(0, 60), rooms, data: fitting }],
    ['emitClientEvent', { event: fitting, iv: '', rooms, data: '' }],
    ['emitClientEvent', { event: 'typing', iv: '', rooms: [fitting], data: '' }],
    ['resume', { inbox: fitting }],
    ['resume', { transcript: { chatId: fitting, position: '' } }],
    ['follow', { view: 'transcript', chatId: fitting, position: '' }],
    ['look', { view: fitting, chatId: '', isTyping: true }],
  ];
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    socket.emit(text.slice(0, 1_000), 'A name that the server does not know.');
    for (const [name, body] of requests) await socket.timeout(SOCKET_TIMEOUT_MS).emitWithAck(name, body);
    return 200;
  } catch (error) {
    if (socket.connected) throw error;
    return 413;
  } finally {
    socket.disconnect();
  }
}
