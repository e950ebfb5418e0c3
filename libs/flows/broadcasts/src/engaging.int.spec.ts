import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import express from 'express';
import { contact, ToContact } from '@parley/contacts/domain/contact';
import { EraseContact } from '@parley/contacts/write/erase-contact';
import { countedTarget } from '@parley/contracts/rules/counted-links';
import { broadcastKey } from '@parley/contracts/rules/broadcast-key';
import { conversation } from '@parley/conversations/domain/conversation';
import { CountedLinks } from '@parley/conversations/links/counted-links';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { RetryMessage } from '@parley/conversations/write/retry-message';
import { SendMessage } from '@parley/conversations/write/send-message';
import { UploadAsset } from '@parley/conversations/write/upload-asset';
import { SentDrafts } from '@parley/drafts/sent-drafts';
import { broadcast } from '@parley/engage/domain/broadcast';
import { LedgerQueries } from '@parley/engage/read/ledger.queries';
import { BroadcastQueries } from '@parley/engage/read/broadcast.queries';
import { idOfBroadcastMessage } from '@parley/engage/write/broadcast-ids';
import { BroadcastSender } from '@parley/engage/write/broadcast-sender';
import { RepeatBroadcasts } from '@parley/engage/write/repeat-broadcasts';
import { AdministerBroadcasts } from '@parley/engage/write/administer-broadcasts';
import { EstimateBroadcast } from '@parley/engage/write/estimate-broadcast';
import { BroadcastAudience } from '@parley/engage/write/neighbours';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { Config } from '@parley/platform/config/config';
import { TemplateQueries } from '@parley/templates/read/templates.queries';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { engageView } from '@parley/engage/read/engage.view';
import { LinksController } from '@parley/links/links.controller';
import { SendableTemplates } from '@parley/specified-api/sendable-templates';
import { BroadcastOffice } from './engaging-testing';

// The worker polls for work once a second, at each step of a broadcast.
jest.setTimeout(40_000);

let office: BroadcastOffice;
let next = 0;
const anyPhone = () => `+3169${String((next += 1)).padStart(7, '0')}`;

beforeAll(async () => {
  office = await BroadcastOffice.open();
});
afterAll(() => office?.stop());

const bodyOf = (phone: string) =>
  office.graph.sends.find((send) => send.recipient === phone.replace('+', ''));

async function people(count: number): Promise<{ id: string; phone: string }[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const phone = anyPhone();
      return { id: await office.person(`Ana ${phone.slice(-3)}`, phone), phone };
    }),
  );
}

async function estimateOf(id: string) {
  const { state } = await office.get(Aggregates).load(broadcast, 'broadcast', id, office.customerId);
  return office.get(EstimateBroadcast).estimate(office.customerId, state, new Date().toISOString());
}

test('sends each contact of a list one message with their own name, or records why it was not sent', async () => {
  const [ana, ben] = await people(2);
  const blocked = await office.person('Bo', anyPhone());
  await office.get(CommandBus).execute(new ToContact(blocked, { type: 'Block' }, office.context()));
  const [silent, mailOnly] = [await office.person('Cy', anyPhone(), false), await office.person('Di', null)];
  const nameless = await office.person('', anyPhone());
  // WhatsApp delivers marketing to Canada and Jamaica, but not to the United States.
  const canadian = await office.person('Gil', '+14165550123');
  const jamaican = await office.person('Hy', '+18765550123');
  const american = await office.person('Fi', '+12015550123');
  const listId = await office.list([
    ana!.id,
    ben!.id,
    blocked,
    silent,
    mailOnly,
    nameless,
    american,
    canadian,
    jamaican,
  ]);
  const id = await office.draft(listId);
  const estimate = await estimateOf(id);
  expect(estimate).toMatchObject({ members: 9, recipients: 5 });
  expect(Object.fromEntries(estimate.skipped.map(({ reason, count }) => [reason, count]))).toEqual({
    ...{ blocked: 1, opted_out: 1, no_phone: 1, barred_number: 1 },
  });

  // Neither a second start nor a change of the list afterwards has an effect.
  await Promise.all([office.start(id), office.start(id)]);
  await office.until(id, ({ counts }) => counts.total === 9);
  await office.says(`contactListBatch-${randomUUID()}`, {
    type: 'ContactsListed',
    data: { listId, contactIds: [(await people(1))[0]!.id] },
  });
  const { counts } = await office.until(id, ({ phase }) => phase === 'finished');
  expect(counts).toMatchObject({ total: 9, sent: 5, skipped: 4, planned: 0, queued: 0 });
  expect(await office.ledger(id)).toEqual(
    new Map(
      [
        ...([ana!.id, ben!.id, nameless, canadian, jamaican] as const).map((each) => [each, 'sent'] as const),
        [blocked, 'skipped: blocked'],
        [silent, 'skipped: opted_out'],
        [mailOnly, 'skipped: no_phone'],
        [american, 'skipped: barred_number'],
      ].sort() as [string, string][],
    ),
  );
  const sentTo = office.graph.sends.map(({ recipient }) => recipient);
  expect(sentTo).toHaveLength(5);
  expect(JSON.stringify(bodyOf(ana!.phone)?.body)).toContain(`Ana ${ana!.phone.slice(-3)}`);
  expect(JSON.stringify(office.graph.sends)).toContain('"there"');
});

test('adds statuses and replies to the ledger, and shows the reply in the inbox with the broadcast’s name', async () => {
  const [ana, ben, cem] = await people(3);
  const id = await office.draft(await office.list([ana!.id, ben!.id, cem!.id]), { name: 'Autumn' });
  await office.start(id);
  await office.until(id, ({ phase }) => phase === 'finished');
  await office.report(bodyOf(ana!.phone)!, 'delivered');
  await office.report(bodyOf(ana!.phone)!, 'read');
  await office.report(bodyOf(ben!.phone)!, 'failed', 131026);
  // A repeated or late report of the same status changes nothing.
  await office.report(bodyOf(ana!.phone)!, 'delivered');
  await office.writes(ana!.phone, 'Show me');
  const told = await office.until(id, ({ counts }) => counts.replied === 1 && counts.failed === 1);
  expect(told.counts).toMatchObject({ total: 3, sent: 2, delivered: 1, read: 1, replied: 1, clicked: 1 });
  expect(told.buttons).toEqual([{ text: 'Show me', count: 1 }]);
  expect(told.failed).toEqual([{ reason: 'not_whatsapp_registered', count: 1 }]);
  expect(told.retryable).toBe(0);
  expect(await office.ledger(id, 'read')).toEqual(new Map([[ana!.id, 'read']]));
  expect(await office.ledger(id, 'replied')).toEqual(new Map([[ana!.id, 'read']]));

  const { state } = await office.get(Aggregates).load(contact, 'contact', ana!.id, office.customerId);
  const chatId = state.conversations[office.channelId]!;
  const chat = await untilOpen(chatId);
  expect(chat).toMatchObject({ status: 'open', broadcastId: id });
  // The conversation of a contact who did not reply stays out of the lists.
  const other = await office.get(Aggregates).load(contact, 'contact', cem!.id, office.customerId);
  const silent = other.state.conversations[office.channelId]!;
  const quiet = await office.get(Aggregates).load(conversation, 'conversation', silent, office.customerId);
  expect(quiet.state.status).toBe('closed');

  // Since this broadcast found that the contact does not use WhatsApp, the next one skips the contact.
  const again = await office.draft(await office.list([ben!.id]));
  expect(await estimateOf(again)).toMatchObject({
    recipients: 0,
    skipped: [{ reason: 'not_on_whatsapp', count: 1 }],
  });
  await office.start(again);
  await office.until(again, ({ phase }) => phase === 'finished');
  expect(await office.ledger(again)).toEqual(new Map([[ben!.id, 'skipped: not_on_whatsapp']]));
});

async function untilOpen(chatId: string) {
  for (;;) {
    const found = await office.get(Aggregates).load(conversation, 'conversation', chatId, office.customerId);
    if (found.state.status === 'open' && found.state.broadcastId) return found.state;
    await office.settle();
  }
}

test('a contact who writes “STOP” no longer gets marketing, whether or not they had opted in', async () => {
  const phones = [anyPhone(), anyPhone()];
  const ids = [await office.person('Eva', phones[0]!), await office.person('Flo', phones[1]!, false)];
  for (const phone of phones) await office.writes(phone, 'STOP!');
  await office.settle();
  for (const id of ids) {
    for (;;) {
      const { state } = await office.get(Aggregates).load(contact, 'contact', id, office.customerId);
      if (state.hasRefused) break;
      await office.settle();
    }
  }
  await office.settings({ needsOptIn: false });
  const silent = await office.person('Gil', anyPhone(), false);
  const id = await office.draft(await office.list([...ids, silent]));
  await office.start(id);
  await office.until(id, ({ phase }) => phase === 'finished');
  expect(await office.ledger(id)).toEqual(
    new Map(
      [...ids.map((each) => [each, 'skipped: opted_out']), [silent, 'sent']].sort() as [string, string][],
    ),
  );
  await office.settings({ needsOptIn: true });
});

test('opts a contact out when they stop marketing messages on WhatsApp, and in when they resume them', async () => {
  const phone = anyPhone();
  const id = await office.person('Hal', phone);
  const agreed = async () =>
    (await office.get(Aggregates).load(contact, 'contact', id, office.customerId)).state.optIn;

  await office.prefers(phone, 'stop');
  expect(await agreed()).toBe(false);
  await office.prefers(phone, 'resume');
  expect(await agreed()).toBe(true);
  // WhatsApp reports a choice of an unknown number, which creates no contact.
  await office.prefers(anyPhone(), 'stop');
});

test('sends no message of a broadcast that is paused or cancelled before its time', async () => {
  const some = await people(2);
  const id = await office.draft(await office.list(some.map((each) => each.id)));
  const administer = office.get(AdministerBroadcasts);
  const { undoMs } = administer;
  administer.undoMs = 60_000;
  await office.start(id);
  administer.undoMs = undoMs;
  await administer.run(id, { type: 'Pause' }, office.context());
  await administer.run(id, { type: 'Resume' }, office.context());
  await office.until(id, ({ counts }) => counts.planned === 2);
  await administer.run(id, { type: 'Cancel' }, office.context());
  const { counts } = await office.until(id, ({ phase }) => phase === 'cancelled');
  expect(counts).toMatchObject({ total: 2, cancelled: 2, planned: 0 });
  expect(some.filter(({ phone }) => bodyOf(phone))).toEqual([]);
});

test('stops planning recipients once the broadcast is cancelled', async () => {
  const some = await people(3);
  const id = await office.draft(await office.list(some.map((each) => each.id)));
  const audience = office.get(BroadcastAudience as Type<BroadcastAudience>);
  const whole = audience.page.bind(audience);
  const page = jest.spyOn(audience, 'page').mockImplementation(async (asked, from) => {
    // Each page has one recipient; the broadcast is cancelled while the second page is read.
    if (from.after !== null)
      await office.get(AdministerBroadcasts).run(id, { type: 'Cancel' }, office.context());
    return whole(asked, { ...from, limit: 1 });
  });
  try {
    await office.start(id);
    const { counts } = await office.until(
      id,
      (told) => told.phase === 'cancelled' && told.counts.total === 1,
    );
    await office.settle();
    expect(counts).toMatchObject({ cancelled: 1, planned: 0 });
    expect((await office.details(id)).counts).toMatchObject({ total: 1, cancelled: 1, planned: 0 });
  } finally {
    page.mockRestore();
  }
});

test('sends the template with more replies to the remaining recipients of an A/B test', async () => {
  const some = await people(16);
  const otherId = randomUUID();
  await office.template(otherId, 'sale_short', 'Bikes, 20% off.');
  const split = { templateId: otherId, values: [], percent: 60, hours: 1 };
  const id = await office.draft(await office.list(some.map((each) => each.id)), { split });
  await office.start(id);
  const tried = await office.until(
    id,
    ({ counts, variants }) =>
      variants.length === 2 &&
      counts.queued === 0 &&
      counts.planned > 0 &&
      sentOf(variants) + counts.planned === 16,
  );
  const rest = tried.counts.planned;
  const { data } = await office
    .get(LedgerQueries)
    .page(office.customerId, id, { filter: 'sent', variant: 'b', limit: 50 });
  const phoneOf = new Map(some.map((each) => [each.id, each.phone]));
  for (const { contactId } of data) await office.writes(phoneOf.get(contactId)!, 'Show me');
  await office.until(id, ({ counts }) => counts.replied === data.length);
  const sender = office.get(BroadcastSender);
  const { now } = sender;
  try {
    sender.now = () => new Date(Date.now() + 61 * 60_000).toISOString();
    const over = await office.until(id, ({ phase }) => phase === 'finished');
    expect(over).toMatchObject({ winner: 'b', counts: { sent: 16, planned: 0 } });
    expect(over.variants.find(({ variant }) => variant === 'b')!.sent).toBe(data.length + rest);
  } finally {
    sender.now = now;
  }
});

const sentOf = (variants: { sent: number }[]) => variants.reduce((sum, { sent }) => sum + sent, 0);

test('begins one broadcast for each week of a weekly repeat, however often the worker checks', async () => {
  const some = await people(2);
  const repeat = { every: 'week', attributeId: null } as const;
  const id = await office.draft(await office.list(some.map((each) => each.id)), { name: 'Weekly', repeat });
  await office.start(id);
  await office.until(id, ({ phase }) => phase === 'finished');
  const repeating = office.get(RepeatBroadcasts);
  const inAWeek = Date.now() + 7 * 24 * 3_600_000 + 90_000;
  for (const later of [0, 60_000, 120_000]) {
    await repeating.begin(new Date(inAWeek + later).toISOString());
    await office.settle();
  }
  const listed = await office
    .get(BroadcastQueries)
    .list(office.customerId, { page: 1, now: new Date().toISOString() });
  const weekly = listed.data.filter(({ name }) => name === 'Weekly');
  expect(weekly).toHaveLength(2);
  // The repeat continues from the newest broadcast only, until it is ended.
  expect(weekly.map(({ isRepeating }) => isRepeating)).toEqual([false, true]);
  await office.get(AdministerBroadcasts).run(id, { type: 'EndRepeat' }, office.context());
  expect((await office.until(id, ({ isRepeating }) => !isRepeating)).phase).toBe('finished');
});

test('retries a transient failure once with another message, and a message that WhatsApp postponed after a day', async () => {
  const [ana, ben] = await people(2);
  const id = await office.draft(await office.list([ana!.id, ben!.id]));
  await office.start(id);
  await office.until(id, ({ phase }) => phase === 'finished');
  await office.report(bodyOf(ana!.phone)!, 'failed', 131000);
  await office.report(bodyOf(ben!.phone)!, 'failed', 131049);
  // The finished broadcast continues, since one recipient is planned again.
  await office.until(
    id,
    ({ counts, phase }) => counts.failed === 1 && counts.planned === 1 && phase === 'waiting',
  );
  expect(await office.ledger(id, 'planned')).toEqual(new Map([[ben!.id, 'planned: waiting']]));
  const { data } = await office
    .get(LedgerQueries)
    .page(office.customerId, id, { filter: 'planned', limit: 5 });
  expect(Date.parse(data[0]!.dueAt!) - Date.now()).toBeGreaterThan(23 * 3_600_000);

  const retry = { type: 'Retry', at: new Date().toISOString() } as const;
  await office.get(AdministerBroadcasts).run(id, retry, office.context());
  await office.until(id, ({ counts }) => counts.failed === 0 && counts.sent === 1);
  expect(office.graph.sends.filter(({ recipient }) => `+${recipient}` === ana!.phone)).toHaveLength(2);
  expect(office.graph.sends.filter(({ recipient }) => `+${recipient}` === ben!.phone)).toHaveLength(1);

  // Each attempt has its own idempotency key, so no two messages of any broadcasts share one.
  const ids = [1, 2].map((attempt) => idOfBroadcastMessage(id, ana!.id, attempt));
  expect(await Promise.all(ids.map(keyOfMessage))).toEqual(ids.map(broadcastKey));
});

async function keyOfMessage(id: string): Promise<unknown> {
  const { store } = office.worker.engines;
  for await (const event of store.readStream(`message-${id}`, { customerId: office.customerId })) {
    if (event.type === 'MessageQueued') return (event.data as { clientKey: string }).clientKey;
  }
  return null;
}

test('a counted link has a token per recipient, redirects to the broadcast’s address, counts a visitor once, and is dead after an erasure', async () => {
  const [ana, ben] = await people(2);
  const templateId = randomUUID();
  const { publicUrl } = office.worker.app.get(Config);
  const shop = { type: 'url' as const, text: 'Shop now', target: countedTarget(publicUrl) };
  await office.template(templateId, 'shop', 'Hi {{1}}, look.', [shop]);
  const listId = await office.list([ana!.id, ben!.id]);
  const leading = (text: string) => ({
    templateId,
    values: [
      { slot: 'body.1', text: 'there' },
      { slot: 'button.0', text },
    ],
  });
  const nowhere = await office.draft(listId, leading('https://{{contact.name}}/'));
  await expect(office.start(nowhere)).rejects.toMatchObject({ code: 'template_link_invalid' });
  const id = await office.draft(listId, leading('https://shop.example/sale?of={{contact.name}}'));
  await office.start(id);
  await office.until(id, ({ phase }) => phase === 'finished');

  const tokenOf = (phone: string) =>
    /"text":"([\w-]{60,})"/.exec(JSON.stringify(bodyOf(phone)?.body))?.[1] ?? '';
  const [anas, bens] = [tokenOf(ana!.phone), tokenOf(ben!.phone)];
  expect(new Set([anas, bens, '']).size).toBe(3);
  expect(JSON.stringify(bodyOf(ana!.phone)?.body)).not.toContain('shop.example');

  const links = express();
  const controller = new LinksController(
    office.get(CountedLinks),
    office.get(Aggregates),
    office.get(CommandBus),
  );
  links.get('/l/:token', (request, response) => controller.open(request.params.token, request, response));
  const listening = links.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const open = (token: string, agent = 'Mozilla/5.0 (iPhone) Mobile/15E148', method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/l/${token}?url=https://evil.example`, {
      ...{ method, redirect: 'manual', headers: { 'user-agent': agent } },
    });
  try {
    const address = `https://shop.example/sale?of=Ana%20${ana!.phone.slice(-3)}`;
    // Link previews and HEAD requests are redirected but not counted as clicks.
    for (const [agent, method] of [['WhatsApp/2.24 A'], ['Mozilla/5.0', 'HEAD']] as const) {
      const looked = await open(bens, agent, method);
      expect([looked.status, looked.headers.get('location')?.slice(0, 25)]).toEqual([
        302,
        'https://shop.example/sale',
      ]);
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(anas)));
    for (const { status, headers } of answers) {
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        address,
        'no-store',
      ]);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    const { counts, buttons } = await office.until(id, (told) => told.counts.clicked > 0);
    expect(counts).toMatchObject({ sent: 2, clicked: 1, replied: 0 });
    expect(buttons).toEqual([{ text: 'Shop now', count: 1 }]);
    expect([...(await office.ledger(id, 'clicked')).keys()]).toEqual([ana!.id]);
    expect(await openings(idOfBroadcastMessage(id, ana!.id, 1))).toBe(1);

    await office.get(EraseContact).erase(ana!.id, office.context());
    for (const token of [anas, bens.slice(4), 'x'.repeat(83), 'x']) {
      const gone = await open(token);
      expect([gone.status, gone.headers.get('location')]).toEqual([404, null]);
      expect(await gone.text()).toContain('This link does not work');
    }
    expect((await open(bens)).status).toBe(302);

    // The button of a template that an agent sends also has a counted link.
    await office.writes(ben!.phone, 'Which one?');
    await agentSends(ben!.id, { templateId, address: 'https://shop.example/for-ben' });
    await expect(agentSends(ben!.id, { templateId, address: 'for-ben' })).rejects.toMatchObject({
      code: 'template_link_invalid',
    });
    const sendsTo = () => office.graph.sends.filter(({ recipient }) => `+${recipient}` === ben!.phone);
    await office.until(id, () => sendsTo().length === 2);
    const [, token = ''] = /"text":"([\w-]{60,})"/.exec(JSON.stringify(sendsTo()[1]!.body)) ?? [];
    expect((await open(token)).headers.get('location')).toBe('https://shop.example/for-ben');
  } finally {
    listening.close();
  }
});

/** Sends the template with its button in the contact's conversation, as an agent. */
async function agentSends(
  contactId: string,
  { templateId, address }: { templateId: string; address: string },
): Promise<void> {
  const { customerId, me } = office;
  const { state } = await office.get(Aggregates).load(contact, 'contact', contactId, customerId);
  const chatId = state.conversations[office.channelId]!;
  await untilOpen(chatId);
  await office.settle();
  const templates = {
    find: () => new SendableTemplates(office.get(TemplateQueries)).find(customerId, templateId),
  };
  const sending = new SendMessage(
    office.get(InboxQueries),
    office.get(UploadAsset),
    office.get(CommandBus),
    office.get(Aggregates),
    office.get(SentDrafts),
    office.get(RetryMessage),
    office.get(CountedLinks),
    templates,
  );
  const viewer = {
    ...{ ...me, role: 'admin' as const, teamIds: [], channelIds: null },
    ...{ forcedTeamFilter: null, expandedTeamFilter: false },
  };
  const components = [
    { type: 'text' as const, at: 'body' as const, name: '1', text: 'Ben' },
    { type: 'button' as const, kind: 'url' as const, index: 0, text: address },
  ];
  const template = {
    name: 'shop',
    language: 'en',
    templateId,
    parameters: ['Ben'],
    text: 'Hi Ben, look.',
    components,
  };
  const request = { chat: { id: chatId }, content: { template }, idempotencyKey: randomUUID() };
  await sending.send(viewer, request, office.context());
}

async function openings(messageId: string): Promise<number> {
  let count = 0;
  const { store } = office.worker.engines;
  for await (const { type } of store.readStream(`message-${messageId}`, { customerId: office.customerId })) {
    if (type === 'MessageLinkOpened') count += 1;
  }
  return count;
}

test('refuses to start a broadcast with a template that is unapproved, foreign or not filled in, or with a time in the past', async () => {
  const listId = await office.list([(await people(1))[0]!.id]);
  const foreign = randomUUID();
  const found = { provider: 'whatsapp-cloud', accountId: 'another', name: 'x', language: 'en' };
  const content = { header: null, body: 'Hi', footer: '', buttons: [], examples: [], cards: [], offer: null };
  const data = { ...found, category: 'marketing', externalId: '9', content };
  await office.says(`template-${foreign}`, { type: 'TemplateFound', data });
  await office.settle();
  const id = await office.draft(listId, { templateId: foreign, values: [] });
  await expect(office.start(id)).rejects.toMatchObject({ code: 'template_not_sendable' });
  const unfilled = await office.draft(listId, { values: [] });
  await expect(office.start(unfilled)).rejects.toMatchObject({ code: 'broadcast_value_missing' });
  const past = { at: '2026-01-01T09:00', zone: 'organisation', spreadHours: 0 } as const;
  const late = await office.draft(listId, { schedule: past });
  await expect(office.start(late)).rejects.toMatchObject({ code: 'time_passed' });
});

test('a rebuild of the view leaves the recipients’ ledger unchanged', async () => {
  await office.settle();
  const { database, engines } = office.worker;
  const before = await contentsOf(database, engageView.name);
  await rebuildView(engines.store, database, engageView);
  expect(await contentsOf(database, engageView.name)).toEqual(before);
});
