import { randomUUID } from 'node:crypto';
import type { ListPush, ThreadPush } from '@parley/contracts/push/index';
import { notify } from '@parley/platform/database/notices';
import { Authenticator } from '@parley/platform/http/principal';
import { tell } from './news';
import { LIVE_CHANNEL } from './pieces';
import { LiveParcels, parcelsView, scansView, type ParcelFact } from './testing/parcels';
import { RealtimeInstallation } from './testing/realtime-installation';
import { Tab, tokenOf, type AuthenticatorDouble } from './testing/realtime-testing';

let installation: RealtimeInstallation;
let urls: string[];

beforeAll(async () => {
  installation = await RealtimeInstallation.open({ views: [parcelsView, scansView], live: [LiveParcels] });
  urls = await Promise.all(installation.apps.map((app) => app.getUrl()));
});
afterAll(() => installation.close());

const tabs: Tab[] = [];
let customerId: string;
/** A clerk in the harbour's depot, and one in the station's. */
let [anna, bert]: [string, string] = ['', ''];
let parcel: string;

beforeEach(async () => {
  [customerId, anna, bert, parcel] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await happens(`clerk-${anna}`, { type: 'ClerkPosted', data: { depot: 'harbour' } });
  await happens(`clerk-${bert}`, { type: 'ClerkPosted', data: { depot: 'station' } });
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.socket.disconnect();
});

/**
 * Appends an event.
 * @returns its position, once the views have folded it
 */
async function happens(stream: string, fact: ParcelFact, of = customerId): Promise<string> {
  const event = {
    ...fact,
    ...{ id: randomUUID(), schemaVersion: 1, customerId: of, time: new Date().toISOString() },
    ...{
      actor: { type: 'system', id: 'test' } as const,
      correlationId: randomUUID(),
      causationId: randomUUID(),
    },
  };
  const { position } = await installation.store.append(stream, [event], { expected: 'any', customerId: of });
  for (const view of ['parcels', 'scans'])
    expect(await installation.views.waitFor(view, position, 10_000)).toBe(true);
  return position;
}

const moves = (depot: string, id = parcel) =>
  happens(`parcel-${id}`, { type: 'ParcelMoved', data: { depot } });

const scans = (note: string, id = parcel) =>
  happens(`parcel-${id}`, { type: 'ParcelScanned', data: { scanId: randomUUID(), note } });

function tabOf(userId: string, { at = 0, of = customerId } = {}): Promise<Tab> {
  const tab = new Tab(urls[at]!, { auth: { token: tokenOf({ userId, customerId: of }) } });
  tabs.push(tab);
  return tab.connected();
}

function resume(tab: Tab, cursors: object) {
  return tab.socket.emitWithAck('resume', cursors);
}

const lists = (tab: Tab) => tab.pushes.filter(({ view }) => view === 'parcels') as ListPush<{ id: string }>[];
const threads = (tab: Tab) =>
  tab.pushes.filter(({ view }) => view === 'scans') as ThreadPush<{ note: string }>[];
const shown = (tab: Tab) => lists(tab).flatMap(({ rows }) => rows.map(({ id }) => id));
const gone = (tab: Tab) => lists(tab).flatMap((push) => push.gone);
const notes = (tab: Tab) => threads(tab).flatMap(({ rows }) => rows.map(({ note }) => note));

describe('a view that a context registered', () => {
  it('a changed row is pushed in every process to users who can see it at that moment, and to no others', async () => {
    const stranger = randomUUID();
    const elsewhere = randomUUID();
    await happens(`clerk-${stranger}`, { type: 'ClerkPosted', data: { depot: 'harbour' } }, elsewhere);
    const [here, there] = [await tabOf(anna), await tabOf(anna, { at: 1 })];
    const [other, foreign] = [await tabOf(bert), await tabOf(stranger, { of: elsewhere })];
    await moves('harbour');
    for (const tab of [here, there]) {
      await tab.until(() => shown(tab).includes(parcel));
      expect(lists(tab).at(-1)).toEqual({
        ...{ view: 'parcels', position: expect.any(String) as string, liveAt: expect.any(String) as string },
        ...{ rows: [{ id: parcel, depot: 'harbour' }], gone: [] },
      });
    }
    await moves('station');
    await other.until(() => shown(other).includes(parcel));
    await here.until(() => gone(here).includes(parcel));
    expect(lists(other)).toHaveLength(1);
    await happens(`parcel-${parcel}`, { type: 'ParcelLost', data: {} });
    await other.until(() => gone(other).includes(parcel));
    expect(foreign.pushes).toEqual([]);
  });

  it('resuming from a cursor sends the missed changes and returns the next cursor', async () => {
    const cursor = await moves('harbour');
    const [second, third] = [randomUUID(), randomUUID()];
    await moves('harbour', second);
    await moves('station', third);
    const last = await moves('station');
    const [tab, other] = [await tabOf(anna), await tabOf(bert)];
    expect(await resume(tab, { parcels: cursor })).toEqual({ ok: true, position: last });
    // Excludes live pushes, since the process may only now reach the same changes.
    expect(lists(tab).filter(({ liveAt }) => liveAt === null)).toEqual([
      {
        view: 'parcels',
        position: last,
        rows: [{ id: second, depot: 'harbour' }],
        gone: [parcel],
        liveAt: null,
      },
    ]);
    await resume(other, { parcels: cursor });
    expect(new Set(shown(other))).toEqual(new Set([third, parcel]));
  });

  it('a view is reset for users whose access changed, live and on resuming from an older cursor, and for no others', async () => {
    const cursor = await moves('harbour');
    const [tab, other] = [await tabOf(anna), await tabOf(bert)];
    await happens(`clerk-${anna}`, { type: 'ClerkPosted', data: { depot: 'station' } });
    await tab.until(({ resets }) => resets.length === 2);
    expect(tab.resets).toEqual(['parcels', 'scans']);
    const again = await tabOf(anna);
    await resume(again, { parcels: cursor });
    await resume(other, { parcels: cursor });
    expect([again.resets, other.resets]).toEqual([['parcels'], []]);
    await moves('station');
    await tab.until(() => shown(tab).includes(parcel));
  });

  it('changes of a thread are pushed to its followers who can see its row', async () => {
    const position = await moves('harbour');
    await scans('missed');
    const [tab, other, idle] = [await tabOf(anna), await tabOf(bert), await tabOf(anna)];
    const thread = { view: 'scans', chatId: parcel, position };
    expect(await tab.follow(thread)).toMatchObject({ ok: true });
    expect(notes(tab)).toEqual(['missed']);
    const refused = { ok: false, code: 'not_found' };
    expect(await other.follow(thread)).toEqual(refused);
    expect(await resume(other, { scans: { chatId: parcel, position } })).toEqual(refused);
    await scans('live');
    await tab.until(() => notes(tab).includes('live'));
    expect(threads(tab).at(-1)).toMatchObject({ view: 'scans', chatId: parcel, gone: [] });

    const moved = await moves('station');
    await tab.until(() => gone(tab).includes(parcel));
    expect(await other.follow({ ...thread, position: moved })).toMatchObject({ ok: true });
    await scans('hidden');
    await other.until(() => notes(other).includes('hidden'));
    // The acknowledgement arrives after all earlier pushes.
    await tab.follow(null);
    expect([notes(tab), notes(other), threads(idle)]).toEqual([['missed', 'live'], ['hidden'], []]);
  });

  it('presence at a row and client events about it reach the users who can see the row', async () => {
    const position = await moves('harbour');
    const [tab, colleague, other] = [await tabOf(anna), await tabOf(anna, { at: 1 }), await tabOf(bert)];
    const look = { view: 'parcels', chatId: parcel, isTyping: true };
    expect(await tab.look(look)).toEqual({ ok: true });
    await colleague.until(() => colleague.presentIn(parcel).join() === `${anna} types`);
    expect(await other.look(look)).toEqual({ ok: false, code: 'not_found' });
    expect(other.presentIn(parcel)).toEqual([]);

    await colleague.follow({ view: 'scans', chatId: parcel, position });
    const room = `parcel-${parcel}`;
    expect(await other.say([room])).toEqual({ ok: false, code: 'not_found' });
    expect(await tab.say([room])).toEqual({ ok: true });
    await colleague.until(({ heard }) => heard.length > 0);
    expect(other.heard).toEqual([]);
  });

  it('a view is withheld from users without its ability', async () => {
    for (const app of installation.apps) {
      app.get<AuthenticatorDouble>(Authenticator).refused.add(`${anna}/parcels:read`);
    }
    const [tab, colleague] = [await tabOf(anna), await tabOf(bert)];
    const position = await moves('station');
    await colleague.until(() => shown(colleague).includes(parcel));
    const answers = [
      await resume(tab, { parcels: position }),
      await tab.follow({ view: 'scans', chatId: parcel, position }),
      await tab.look({ view: 'parcels', chatId: parcel, isTyping: false }),
      await tab.say([`parcel-${parcel}`]),
    ];
    expect(answers).toEqual(Array(4).fill({ ok: false, code: 'not_authorized' }));
    expect(tab.pushes).toEqual([]);
  });

  it('refuses requests about an unregistered view', async () => {
    const tab = await tabOf(anna);
    const position = await moves('harbour');
    const refused = { ok: false, code: 'invalid_input' };
    expect(await tab.follow({ chatId: parcel, position })).toEqual(refused);
    expect(await tab.look({ view: 'scans', chatId: parcel, isTyping: false })).toEqual(refused);
    expect(await tab.say([`scans-${parcel}`])).toEqual({ ok: false, code: 'not_found' });
  });
});

describe('notices', () => {
  const payload = { chatId: randomUUID(), kind: 'reply' as const, versions: ['1'] };
  const toAnna = (versions: string[]) =>
    ({ to: { userId: anna }, topic: 'sentDraft', payload: { ...payload, versions } }) as const;

  it('notices reach all windows of a user after a commit, and none after a rollback', async () => {
    const [here, there, other] = [await tabOf(anna), await tabOf(anna, { at: 1 }), await tabOf(bert)];
    const undone = installation.database.transaction(async (tx) => {
      await tell(tx, installation.database.notices, toAnna(['undone']));
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await installation.database.transaction((tx) =>
      tell(tx, installation.database.notices, toAnna(['done'])),
    );
    for (const tab of [here, there]) await tab.until(({ sent }) => sent.length > 0);
    expect([here.sent, there.sent, other.sent]).toEqual([
      [toAnna(['done']).payload],
      [toAnna(['done']).payload],
      [],
    ]);
  });

  it('notices reach all users of an organisation and no others', async () => {
    const [tab, other, stranger] = [
      await tabOf(anna),
      await tabOf(bert),
      await tabOf(randomUUID(), { of: randomUUID() }),
    ];
    await tell(installation.database, installation.database.notices, {
      to: { customerId },
      topic: 'sentDraft',
      payload,
    });
    for (const one of [tab, other]) await one.until(({ sent }) => sent.length > 0);
    await resume(stranger, {});
    expect(stranger.sent).toEqual([]);
  });

  it('notices arrive complete at any size, and unreadable ones do not block later ones', async () => {
    const tab = await tabOf(anna);
    for (const odd of ['', 'nonsense', 'one:0:e30', 'two:0:bm90IEpTT04', 'three:7:'])
      await notify(installation.database, installation.database.notices, LIVE_CHANNEL, [odd]);
    const versions = Array.from({ length: 1_000 }, () => randomUUID());
    await tell(installation.database, installation.database.notices, toAnna(versions));
    await tab.until(({ sent }) => sent.length > 0);
    expect(tab.sent).toEqual([toAnna(versions).payload]);
  });
});
