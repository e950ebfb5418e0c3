import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type {
  TemplateSubmitted,
  TemplatesListed,
  TemplateSource,
} from '@parley/contracts/channels/templates';
import { emptyTemplate, type ListedTemplate } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { SetAside1764620000000 } from '@parley/event-sourcing/projection/set-aside.migration';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { loadConfig } from '@parley/platform/config/config';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { MasterKey } from '@parley/platform/security/master-key';
import type { Principal } from '@parley/platform/http/principal';
import type { Storage } from '@parley/platform/storage/storage';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { TemplatesController } from './http/templates.controller';
import { TemplateSync1766700000000 } from './read/template-sync.migration';
import { TemplateUses } from './write/template-uses';
import { templatesView } from './read/templates.projector';
import { TemplateQueries } from './read/templates.queries';
import { AdministerTemplates } from './write/administer-templates';
import { SyncTemplates } from './write/sync-templates';
import { TakeTemplateNews } from './write/take-template-news';
import { TemplateHandler } from './write/template.handler';
import type { TemplateProviders } from './write/template-providers';

const [numbers, other, bird] = [randomUUID(), randomUUID(), randomUUID()];
const account = { provider: 'whatsapp-cloud', accountId: '102' } as const;
const sources: TemplateSource[] = [
  { ...account, channelIds: [numbers], isConnected: true },
  { ...account, accountId: '103', channelIds: [other], isConnected: true },
  { provider: 'bird', accountId: 'w', channelIds: [bird], isConnected: false },
];
const content = { ...emptyTemplate, body: 'We are open again.' };
const named = { name: 'open_again', language: 'en', category: 'utility', content } as const;

/** A fake provider whose responses a test sets. */
class Provider implements TemplateProviders {
  submitted = 0;
  answer: TemplateSubmitted = { outcome: 'taken', externalId: '7' };
  listed: TemplatesListed = { outcome: 'listed', templates: [] };

  sources = () => Promise.resolve(sources);
  submit = () => {
    this.submitted += 1;
    return Promise.resolve(this.answer);
  };
  remove = () => Promise.resolve({ outcome: 'removed' } as const);
  list = (_: string, { accountId }: { accountId: string }): Promise<TemplatesListed> =>
    Promise.resolve(accountId === '102' ? this.listed : { outcome: 'listed', templates: [] });
}

let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let bus: CommandBus;
let claims: Claims;
let queries: TemplateQueries;
const inUse = new TemplateUses();
let administer: AdministerTemplates;
let sync: SyncTemplates;
let provider: Provider;
let projecting: Promise<void>;
const over = new AbortController();

beforeAll(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
    TemplateSync1766700000000,
  ]);
  store = await PostgresEventStore.open(database);
  views = new PostgresViews(database);
  const aggregates = new Aggregates(store);
  claims = new Claims(aggregates, new MasterKey('a secret that is long enough for tests'));
  bus = busOf(aggregates, new TemplateHandler(claims));
  queries = new TemplateQueries(database);
  provider = new Provider();
  administer = new AdministerTemplates(bus, aggregates, provider, {} as Storage, inUse);
  sync = new SyncTemplates(provider, queries, bus, claims, database, new OneAtATime(database));
  projecting = new ProjectionRunner(store, database, templatesView, views).run(over.signal);
});
afterAll(async () => {
  over.abort();
  await projecting;
  await store.close();
  await database.drop();
});

let customerId: string;
beforeEach(() => {
  customerId = randomUUID();
  provider.submitted = 0;
  provider.answer = { outcome: 'taken', externalId: '7' };
});

const context = (now = new Date().toISOString()) => ({
  ...requestedNow({ userId: randomUUID(), customerId }),
  now,
});
const create = async (channelIds = [numbers], id = randomUUID()) => {
  await administer.create(id, { ...named, channelIds }, context());
  return id;
};
const shown = async () => {
  await views.waitFor(templatesView.name, (await store.head())!);
  return queries.list(customerId, { sources, now: new Date().toISOString() });
};
const listed = (more: Partial<ListedTemplate> = {}): ListedTemplate => ({
  ...named,
  ...{ externalId: '7', status: 'approved', quality: 'unknown', reason: null },
  ...more,
});

test('allows the same name and language only once in an account', async () => {
  await create();
  await create([other]);
  await expect(create()).rejects.toMatchObject({ code: 'template_name_taken' });
  expect((await shown()).map(({ accountId, channelIds }) => [accountId, channelIds])).toEqual(
    expect.arrayContaining([
      ['102', [numbers]],
      ['103', [other]],
    ]),
  );
  expect(await queries.list(randomUUID(), { sources, now: '' })).toEqual([]);
});

test('returns the URL of this installation to which counted buttons lead', async () => {
  const config = loadConfig({ PUBLIC_URL: 'https://Parley.example/' });
  const storage = {} as Storage;
  const controller = new TemplatesController(
    queries,
    administer,
    provider,
    inUse,
    views,
    bus,
    storage,
    config,
  );
  const told = await controller.list({ customerId } as Principal, {});
  expect(told.countedTarget).toBe('https://parley.example/l/{{1}}');
});

test.each([
  ['template_without_channel', []],
  ['template_without_channel', [randomUUID()]],
  ['template_providers_mixed', [numbers, bird]],
  ['template_accounts_mixed', [numbers, other]],
])('rejects creation with %s', async (code, channelIds) => {
  await expect(create(channelIds)).rejects.toMatchObject({ code });
});

test('submits a template once if eight requests come at the same time', async () => {
  const id = await create();
  await Promise.all(Array.from({ length: 8 }, () => administer.submit(id, context())));
  expect(provider.submitted).toBe(1);
  expect(await shown()).toMatchObject([{ status: 'pending', externalId: '7', draft: null }]);
});

test('reports a provider’s refusal with the provider’s message, and keeps the draft', async () => {
  const id = await create();
  provider.answer = { outcome: 'refused', code: 'template_refused', detail: 'Too short' };
  await expect(administer.submit(id, context())).rejects.toMatchObject({ code: 'template_refused' });
  expect(await shown()).toMatchObject([
    { status: 'draft', refusal: { code: 'template_refused', detail: 'Too short' } },
  ]);
});

test('a submission without response is settled at the next synchronisation', async () => {
  const id = await create();
  provider.answer = { outcome: 'unknown' };
  await expect(administer.submit(id, context())).rejects.toMatchObject({ code: 'provider_unavailable' });
  await shown();
  provider.listed = { outcome: 'listed', templates: [listed()] };
  await sync.all(context());
  expect(await shown()).toMatchObject([{ id, status: 'approved', externalId: '7' }]);
});

test('imports templates, marks missing ones as gone, and changes nothing if repeated', async () => {
  const templates = [
    listed(),
    listed({ language: 'es', externalId: '8', status: 'rejected', reason: 'SCAM' }),
  ];
  provider.listed = { outcome: 'listed', templates };
  expect(await sync.all(context())).toMatchObject({ found: 2, failures: [] });
  expect((await shown()).map(({ language, status }) => [language, status])).toEqual([
    ['en', 'approved'],
    ['es', 'rejected'],
  ]);
  const head = await store.head();
  await sync.all(context(new Date(Date.now() + 60_000).toISOString()));
  expect(await store.head()).toBe(head);
  provider.listed = { outcome: 'listed', templates: templates.slice(0, 1) };
  await sync.all(context(new Date(Date.now() + 120_000).toISOString()));
  expect((await shown()).map(({ isGone }) => isGone)).toEqual([false, true]);
  expect(await queries.syncedAt(customerId)).not.toBeNull();
});

test('reports an account whose provider does not respond, and keeps its templates', async () => {
  provider.listed = { outcome: 'listed', templates: [listed()] };
  await sync.all(context());
  await shown();
  provider.listed = { outcome: 'refused', code: 'provider_unavailable', detail: 'ECONNREFUSED' };
  const told = await sync.all(context(new Date(Date.now() + 60_000).toISOString()));
  expect(told.failures).toEqual([{ code: 'provider_unavailable', detail: 'ECONNREFUSED' }]);
  expect(await shown()).toMatchObject([{ isGone: false }]);
});

test('applies a provider’s notification to the template of that name, and ignores unknown templates', async () => {
  const id = await create();
  await administer.submit(id, context());
  const news = new TakeTemplateNews(claims, bus);
  const status = { says: 'status', status: 'approved', reason: null, advice: null } as const;
  expect(await news.take({ ...account, ...named }, status, context())).toBe(true);
  expect(await news.take({ ...account, ...named, name: 'unheard' }, status, context())).toBe(false);
  const quality = { says: 'quality', quality: 'low' } as const;
  await news.take({ ...account, ...named }, quality, context());
  const category = { says: 'category', category: 'marketing' } as const;
  await news.take({ ...account, ...named }, category, context());
  expect(await shown()).toMatchObject([
    { status: 'approved', quality: 'low', askedCategory: 'utility', live: { category: 'marketing' } },
  ]);
});

test('rejects deleting a template that a broadcast still has to send', async () => {
  const id = await create();
  const uses = jest.spyOn(inUse, 'of').mockResolvedValueOnce([{ what: 'broadcast', count: 2 }]);
  await expect(administer.delete(id, context())).rejects.toMatchObject({
    code: 'template_in_use',
    detail: 'broadcast: 2',
  });
  expect(uses).toHaveBeenCalledWith(customerId, id);
  expect(await shown()).toHaveLength(1);
});

test('deleting a template removes it from the list, and makes its name available again', async () => {
  const id = await create();
  await administer.delete(id, context());
  expect(await shown()).toEqual([]);
  await create();
  expect(await shown()).toHaveLength(1);
});
