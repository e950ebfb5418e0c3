import { randomUUID } from 'node:crypto';
import { Authenticator } from '@parley/platform/http/principal';
import { id } from '@parley/testing/event-sourcing/history';
import { LiveParcels, parcelsView, scansView } from './testing/parcels';
import { RealtimeInstallation } from './testing/realtime-installation';
import { Tab, tokenOf, type AuthenticatorDouble } from './testing/realtime-testing';

let installation: RealtimeInstallation;
let url: string;
let otherUrl: string;

beforeAll(async () => {
  installation = await RealtimeInstallation.open({ views: [parcelsView, scansView], live: [LiveParcels] });
  [url, otherUrl] = (await Promise.all(installation.apps.map((app) => app.getUrl()))) as [string, string];
});
afterAll(() => installation.close());

/** An organisation of one test. The same word gives a different id in each organisation. */
class Organisation {
  readonly customerId = randomUUID();

  id(word: string): string {
    return id(`${word} of ${this.customerId}`);
  }

  /**
   * Appends a settings event.
   * @returns its position
   */
  async settle(category: string, type: string, data: object, word = 'something'): Promise<string> {
    const { customerId } = this;
    const fact = {
      ...{ id: randomUUID(), type, schemaVersion: 1, data, customerId, time: new Date().toISOString() },
      ...{ actor: { type: 'system', id: 'test' } as const, correlationId: randomUUID(), causationId: 'test' },
    };
    const options = { expected: 'any', customerId } as const;
    return (await installation.store.append(`${category}-${this.id(word)}`, [fact], options)).position;
  }

  token(word: string, options = {}): string {
    return tokenOf({ userId: this.id(word), customerId: this.customerId }, options);
  }

  tab(word: string, options: object = {}, at = url): Promise<Tab> {
    return opened(new Tab(at, { query: { token: this.token(word) }, ...options })).connected();
  }
}

const tabs: Tab[] = [];
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.socket.disconnect();
});

function opened(tab: Tab): Tab {
  tabs.push(tab);
  return tab;
}

let acme: Organisation;
beforeEach(() => {
  acme = new Organisation();
});

describe('the handshake', () => {
  test.each<[string, (token: string) => object]>([
    ['in the query parameters', (token) => ({ query: { token } })],
    ['in the auth object', (token) => ({ auth: { token } })],
    ['over the polling transport', (token) => ({ query: { token }, transports: ['polling'] })],
  ])('opens a socket with a token %s', async (_, options) => {
    const tab = await acme.tab('tom', options(acme.token('tom')));
    expect(await tab.resume({})).toEqual({ ok: true });
  });

  test.each<[string, () => object]>([
    ['no token', () => ({})],
    ['a forged token', () => ({ query: { token: acme.token('tom', { signature: 'bad' }) } })],
    ['an expired token', () => ({ query: { token: acme.token('tom', { expiresIn: -1 }) } })],
    ['a token that is not a string', () => ({ auth: { token: { good: true } } })],
  ])('refuses %s with a code', async (_, options) => {
    const tab = opened(new Tab(url, options()));
    await tab.until(({ ends }) => ends.length > 0);
    expect(tab.ends).toEqual(['unauthenticated']);
  });

  test('ends a socket with the expiry of its token and sends the reason', async () => {
    const tab = await acme.tab('tom', { query: { token: acme.token('tom', { expiresIn: 2 }) } });
    await tab.until(({ ends }) => ends.includes('disconnect'));
    expect(tab.ends).toEqual(['login_expired', 'disconnect']);
  });

  test('replaces the old connection of a window that connects again, and no others', async () => {
    const window = { extraHeaders: { 'websocket-id': 'window-1' } };
    const [old, colleague] = [await acme.tab('tom', window), await acme.tab('mia', window)];
    await acme.tab('tom', window);
    await old.until(({ ends }) => ends.includes('disconnect'));
    expect(colleague.socket.connected).toBe(true);
  });
});

describe('limits on sockets', () => {
  /** @returns the reason for which a socket was refused; null if it was accepted */
  async function refusal(at: string, word: string, options: object = {}): Promise<unknown> {
    const tab = opened(new Tab(at, { query: { token: acme.token(word) }, ...options }));
    return tab.connected().then(
      () => null,
      (error: Error & { data?: unknown }) => error.data ?? error.message,
    );
  }
  const tooMany = { code: 'too_many_requests', retryAfter: expect.any(Number) as number };

  test('the maximum number of sockets applies per user and in total, and a closed socket frees its place', async () => {
    const app = await installation.start({ LIMIT_USER_SOCKETS: '2', LIMIT_SOCKETS: '3' });
    const at = await app.getUrl();
    try {
      const [first] = [await acme.tab('tom', {}, at), await acme.tab('tom', {}, at)];
      expect(await refusal(at, 'tom')).toEqual(tooMany);
      expect(await refusal(at, 'mia')).toBeNull();
      expect(await refusal(at, 'eve')).toEqual(tooMany);
      first.socket.disconnect();
      let why: unknown = tooMany;
      while (why !== null) why = await refusal(at, 'eve');
    } finally {
      await app.close();
    }
  });

  test('frequent attempts to connect from one address are limited over either transport', async () => {
    const app = await installation.start({ LIMIT_ADDRESS_REQUESTS: '2/min' });
    const at = await app.getUrl();
    try {
      expect(await refusal(at, 'tom')).toBeNull();
      expect(await refusal(at, 'tom')).toBeNull();
      expect(await refusal(at, 'tom')).toEqual(tooMany);
      expect(await refusal(at, 'mia', { transports: ['polling'] })).toBe('xhr poll error');
    } finally {
      await app.close();
    }
  });
});

describe('changed settings', () => {
  const categoriesIn = ({ changes }: Tab) => changes.flatMap(({ categories }) => categories);

  test('changed settings are announced to their organisation in every process, by kind and position only', async () => {
    const other = new Organisation();
    const [tom, stranger] = [await acme.tab('tom'), await other.tab('tom')];
    const elsewhere = await acme.tab('mia', {}, otherUrl);
    await acme.settle('tag', 'TagCreated', { name: 'Urgent', colour: '#a15c00' });
    const position = await acme.settle('label', 'LabelCreated', { name: 'Vip', colour: '#a15c00' });
    for (const tab of [tom, elsewhere]) {
      await tab.until(({ changes }) => changes.some((changed) => changed.position === position));
      expect(categoriesIn(tab)).toEqual(expect.arrayContaining(['tag', 'label']));
      expect(Object.keys(tab.changes[0]!).sort()).toEqual(['categories', 'position']);
    }
    // This notice arrives after any notice of the other organisation that could have been sent by mistake.
    await other.settle('team', 'TeamCreated', { name: 'Sales' });
    await stranger.until((tab) => categoriesIn(tab).includes('team'));
    expect(categoriesIn(stranger)).not.toContain('tag');
    expect(categoriesIn(stranger)).not.toContain('label');
  });

  test('changed personal settings are announced only to their user', async () => {
    const [tom, mia] = [await acme.tab('tom'), await acme.tab('mia')];
    const own = await acme.settle('user', 'UserSettingChanged', { name: 'language', value: 'nl' }, 'tom');
    await tom.until(({ changes }) => changes.some(({ position }) => position === own));
    await acme.settle('team', 'TeamCreated', { name: 'Sales' });
    await mia.until((tab) => categoriesIn(tab).includes('team'));
    expect(mia.changes.map(({ position }) => position)).not.toContain(own);
  });

  test('a changed role ends the sockets of its user, and no others', async () => {
    const [tom, mia] = [await acme.tab('tom'), await acme.tab('mia')];
    for (const app of installation.apps) {
      const authenticator = app.get<AuthenticatorDouble>(Authenticator);
      authenticator.change(acme.id('mia'), 'user');
      authenticator.change(acme.id('tom'), 'manager');
    }
    await tom.until(({ ends }) => ends.includes('disconnect'));
    expect(tom.ends).toEqual(['login_expired', 'disconnect']);
    expect(await mia.resume({})).toEqual({ ok: true });
  });
});

describe('sockets of two processes', () => {
  it("the sockets receive each other's events in order and at any size, only within the room", async () => {
    const room = `customer-${acme.customerId}`;
    const stranger = new Organisation();
    const [mia, tom, other] = [
      await acme.tab('mia'),
      await acme.tab('tom', {}, otherUrl),
      await stranger.tab('tom', {}, otherUrl),
    ];
    // Events before the other process listens are lost, as intended.
    while (tom.heard.length === 0) await mia.say([room], 'are you there?');
    const texts = ['one', 'ü'.repeat(16_384), 'three', 'x'.repeat(9_000), 'five'];
    for (const text of texts) expect(await mia.say([room], text)).toEqual({ ok: true });
    const heard = () => tom.heard.filter(({ data }) => data !== 'are you there?');
    await tom.until(() => heard().length === texts.length);
    expect(heard().map(({ data }) => data)).toEqual(texts);
    expect(heard()[0]).toMatchObject({ event: 'startTyping', rooms: [room] });
    expect(other.heard).toEqual([]);
    expect(mia.heard).toEqual([]);
  });
});

describe('requests of a client', () => {
  test.each<[string, string, unknown]>([
    ['a missing body', 'resume', undefined],
    ['a list instead of an object', 'resume', []],
    ['an invalid cursor', 'resume', { parcels: "' or 1=1" }],
    ['a number instead of an object', 'follow', 7],
    ['no rooms', 'emitClientEvent', { event: 'x', iv: 'x', data: 'x', rooms: [] }],
    [
      'too many rooms',
      'emitClientEvent',
      { event: 'x', iv: 'x', data: 'x', rooms: ['1', '2', '3', '4', '5', '6'] },
    ],
    ['too much data', 'emitClientEvent', { event: 'x', iv: 'x', data: 'x'.repeat(20_000), rooms: ['x'] }],
  ])('a request is refused for %s', async (_, event, body) => {
    const tab = await acme.tab('tom');
    const raw = tab.socket as unknown as {
      emitWithAck(...packet: unknown[]): Promise<unknown>;
      emit(...packet: unknown[]): void;
    };
    // The handler must also survive a request without an acknowledgement.
    raw.emit(event, body);
    expect(await raw.emitWithAck(event, body)).toEqual({ ok: false, code: 'invalid_input' });
  });

  test('a message that is too large closes only its own connection', async () => {
    const [tab, colleague] = [await acme.tab('tom'), await acme.tab('mia')];
    void tab.say([`customer-${acme.customerId}`], 'x'.repeat(100_000)).catch(() => undefined);
    await tab.until(({ ends }) => ends.includes('disconnect'));
    expect(await colleague.resume({})).toEqual({ ok: true });
  });

  test('requests above the rate limit are refused, and flooding disconnects the client', async () => {
    const [tab, colleague] = [await acme.tab('tom'), await acme.tab('mia')];
    const answers = await Promise.all(Array.from({ length: 100 }, () => tab.follow(null)));
    expect(answers).toContainEqual({ ok: false, code: 'too_many_requests' });
    const raw = tab.socket as unknown as { emit(name: string): void };
    for (let n = 0; n < 500; n++) raw.emit('something else');
    await tab.until(({ ends }) => ends.includes('disconnect'));
    expect(await colleague.resume({})).toEqual({ ok: true });
  });
});
