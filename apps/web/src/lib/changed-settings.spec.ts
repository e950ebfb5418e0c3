import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { pushedPosition, refetchChanged, showsSettings } from './changed-settings';

showsSettings('users', 'user');
showsSettings('teams', 'team');
showsSettings('tags', 'tag');
showsSettings('permissions', 'user', 'team');

/** A query with an active observer, and a mock that counts its requests. */
function shown(client: QueryClient, name: string) {
  const asked = jest.fn(() => Promise.resolve(name));
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: asked, staleTime: Infinity });
  return { asked, leave: observer.subscribe(() => undefined) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function window() {
  const client = new QueryClient();
  const names = ['users', 'teams', 'permissions', 'tags', 'inbox'];
  const queries = Object.fromEntries(names.map((name) => [name, shown(client, name)]));
  await settled();
  const refetched = () => names.filter((name) => (queries[name]?.asked.mock.calls.length ?? 0) > 1).join(' ');
  const close = () => {
    for (const { leave } of Object.values(queries)) leave();
    client.clear();
  };
  return { client, queries, refetched, close };
}

test.each([
  ['user', 'users permissions'],
  ['team', 'teams permissions'],
  ['tag', 'tags'],
] as const)('after a change of %s, refetches %s and nothing else', async (category, expected) => {
  const { client, refetched, close } = await window();
  void refetchChanged(client, { categories: [category], position: '1' });
  await settled();
  expect(refetched()).toBe(expected);
  close();
});

test('refetches a query without an observer only when it gets one', async () => {
  const { client, queries, close } = await window();
  const { asked, leave } = queries.tags!;
  leave();
  void refetchChanged(client, { categories: ['tag'], position: '1' });
  await settled();
  expect(asked).toHaveBeenCalledTimes(1);
  const observer = new QueryObserver(client, { queryKey: ['tags'], queryFn: asked, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  await settled();
  expect(asked).toHaveBeenCalledTimes(2);
  stop();
  close();
});

test('refetches all lists after a reconnection, but no conversation', async () => {
  const { client, refetched, close } = await window();
  void refetchChanged(client, null);
  await settled();
  expect(refetched()).toBe('users teams permissions tags');
  close();
});

test('keeps the newest pushed position, in whatever order pushes arrive', () => {
  const client = new QueryClient();
  // When the first push came, the page that shows these settings was not loaded yet.
  void refetchChanged(client, { categories: ['ipWhitelist'], position: '08' });
  void refetchChanged(client, { categories: ['ipWhitelist'], position: '07' });
  showsSettings('ip-whitelist', 'ipWhitelist');
  expect(pushedPosition('ip-whitelist')).toBe('08');
  void refetchChanged(client, null);
  expect(pushedPosition('ip-whitelist')).toBe('08');
});

describe('after a page is reloaded', () => {
  const kept = new Map<string, string>();
  const loaded = async () => {
    jest.resetModules();
    return import('./changed-settings');
  };
  beforeAll(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, {
      sessionStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
      },
    });
  });
  afterAll(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  test('a query still requires the position of a change saved just before', async () => {
    (await loaded()).notePosition('signature', '09');
    expect((await loaded()).pushedPosition('signature')).toBe('09');
  });

  test('a query requires no position 30 seconds after the change', async () => {
    (await loaded()).notePosition('signature', '10');
    jest.advanceTimersByTime(30_000);
    expect((await loaded()).pushedPosition('signature')).toBeUndefined();
  });
});
