import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { createTransport } from 'nodemailer';
import type { Chat, ChatEntry, Page } from '../../../libs/foundation/contracts/src/api/conversations';
import { MailServerDouble } from '../../../libs/test-support/doubles/src/mail/mail-server-double';
import { freePort } from '../../../libs/foundation/platform/src/http/free-port';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { Product } from '../support/product';
import { untilTaken } from '../support/traffic';
import { planOf, victims, type Victims } from '../support/victims';

const MAILS_A_KILL = 40;
const MAILS_AN_ANSWER = 4;
const SERVERS = 4;
const ADDRESS = 'torture@harbour.example';

const proof = new Proof('mail', { unit: 'mails', small: 20, full: 2_000 });
const mails = proof.count;
const kills = Math.max(3, Math.ceil(mails / MAILS_A_KILL));

test('receives each mail once and sends none twice while the server, PostgreSQL and the mail server are killed', async () => {
  test.skip(!proof.isFull, 'It takes minutes: scripts/torture mail runs it.');
  test.setTimeout(proof.timeout(600, 2 * 3_600));
  const [smtpPort, own] = [await freePort(), new MailServerDouble()];
  const ownPort = await own.listen();
  /** How often the receiving mail server accepted each of the product's mails, by message id. */
  const taken = new Map<string, number>();
  own.onMail = ({ raw }) => {
    const id = /^message-id: <p\.([0-9a-f-]{36})@/im.exec(raw)?.[1] ?? 'none';
    taken.set(id, (taken.get(id) ?? 0) + 1);
  };
  const product = await Product.start({
    PARLEY_SMTP_PORT: String(smtpPort),
    PARLEY_MAIL_HOSTS: `127.0.0.1:${ownPort}`,
  });
  try {
    await connect(await Api.signIn(product, demo.admin.email), `127.0.0.1:${ownPort}`);
    const deadly: Victims = {
      ...victims(proof.random),
      'mail server': () => {
        own.hangUp();
        return Promise.resolve(undefined);
      },
    };
    const numbers = Array.from({ length: mails }, (_, number) => number).values();
    let written = 0;
    const passing = async () => {
      for (const number of numbers) {
        await passOn(smtpPort, number);
        written += 1;
      }
    };
    const queued: string[] = [];
    const answering = async () => {
      const answered = new Set<string>();
      while (queued.length < Math.floor(mails / MAILS_AN_ANSWER)) {
        const chats = await ours(product).catch(() => []);
        const chat = chats.find(({ id }) => !answered.has(id));
        if (!chat) await pause(200);
        else {
          answered.add(chat.id);
          await answer(product, chat, queued.length);
          queued.push(chat.id);
        }
      }
    };
    const killing = async () => {
      for (const [kill, victim] of planOf(proof.random, kills, Object.keys(deadly)).entries()) {
        while (written < (kill * mails) / (kills + 1)) await pause(20);
        await pause(proof.random.below(1_000));
        await (
          await deadly[victim]!(product)
        )?.();
        proof.progress(written);
      }
    };
    await Promise.all([killing(), answering(), ...Array.from({ length: SERVERS }, passing)]);

    const patience = { timeout: proof.timeout(120, 600), intervals: [1_000] };
    await expect.poll(async () => (await allEntries(product)).in.length, patience).toBe(mails);
    await expect.poll(async () => unsettled((await allEntries(product)).out), patience).toEqual([]);
    await expect.poll(() => product.metric('parley_bus_lag_messages'), patience).toBe(0);
    expect(await product.metric('parley_bus_parked_messages')).toBe(0);
    const { in: received, out } = await allEntries(product);
    expect(new Set(received.map(({ message }) => message?.trim())).size).toBe(mails);
    expect(received).toHaveLength(mails);
    expect(out).toHaveLength(queued.length);
    const times = (entry: ChatEntry) => taken.get(entry.id) ?? 0;
    expect(
      out.filter((entry) => times(entry) > 1).map(({ id }) => id),
      'sent twice',
    ).toEqual([]);
    const claimed = out.filter((entry) => entry.status !== 'unknown' && times(entry) === 0);
    expect(
      claimed.map(({ id }) => id),
      'said to be sent and never taken',
    ).toEqual([]);
    const unknown = out.filter(({ status }) => status === 'unknown').length;
    proof.report(mails, { kills, answers: out.length, unknown });
  } finally {
    await product.stop();
    await own.close();
  }
});

async function connect(api: Api, smtpServer: string): Promise<void> {
  const request = { provider: 'email', name: 'Torture', credentials: { address: ADDRESS, smtpServer } };
  const response = await api.request('POST', '/api/v3/channels', request);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** Delivers a mail to the product, and retries until the product accepts it. */
async function passOn(port: number, number: number): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const mail = {
    ...{ from: `Ana <ana-${number % 20}@customer.example>`, to: ADDRESS, subject: `Bell ${number}` },
    ...{ text: `mail ${number}`, messageId: `<torture-${number}@customer.example>` },
    attachments: number % 5 === 0 ? [{ filename: 'bill.txt', content: `bill ${number}` }] : [],
  };
  for (;;) {
    try {
      await transport.sendMail(mail);
      return transport.close();
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number };
      if (responseCode >= 500) throw error;
      await pause(100);
    }
  }
}

async function answer(product: Product, chat: Chat, number: number): Promise<void> {
  const to = [{ address: chat.contact.email ?? '' }];
  const email = { subject: `Re: ${chat.subject}`, to, text: `answer ${number}` };
  const request = {
    chat: { id: chat.id },
    content: { email },
    idempotencyKey: `torture-mail-${number}-0001`,
  };
  await untilTaken(`answer ${number}`, async (signal) => {
    const send = () =>
      apiOf(product).then((api) => api.request('POST', '/api/v3/messages/send', request, signal));
    const response = await send();
    if (response.status !== 401) return response;
    signedIn = null;
    return send();
  });
}

let signedIn: Promise<Api> | null = null;

/** Signs in once; signs in again after a failure or once the token has expired. */
function apiOf(product: Product): Promise<Api> {
  const api = (signedIn ??= Api.signIn(product, demo.admin.email));
  api.catch(() => (signedIn = null));
  return api;
}

async function ours(product: Product): Promise<Chat[]> {
  const api = await apiOf(product);
  const found: Chat[] = [];
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const part = await api.get<Page<Chat>>(`/api/v3/email-chats/chats-list?status=open&page=${page}`);
    found.push(...part.data.filter(({ subject }) => /^(Re: )?Bell \d+$/.test(subject ?? '')));
    ({ pageCount } = part);
  }
  return found;
}

async function allEntries(product: Product): Promise<{ in: ChatEntry[]; out: ChatEntry[] }> {
  const api = await apiOf(product);
  const entries: ChatEntry[] = [];
  for (const { id } of await ours(product)) entries.push(...(await api.messages(id)));
  const mailsOf = (direction: string) =>
    entries.filter((entry) => entry.direction === direction && entry.type === 'email');
  return { in: mailsOf('in'), out: mailsOf('out') };
}

function unsettled(out: ChatEntry[]): string[] {
  return out.flatMap(({ id, status }) =>
    ['sent', 'delivered', 'unknown'].includes(status) ? [] : [`${id} ${status}`],
  );
}
