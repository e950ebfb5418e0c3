import type * as Storage from './local-storage';

/** Fake of the browser's local storage, in which each entry is a property. */
let stored: Record<string, string>;
let storage: typeof Storage;

beforeEach(async () => {
  stored = {};
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  };
  const localStorage = new Proxy(methods, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: (_, key) => ({
      value: stored[String(key)],
      enumerable: true,
      configurable: true,
    }),
    get: (_, key) => Reflect.get(key in methods ? methods : stored, key) as unknown,
  });
  Object.assign(globalThis, { localStorage });
  jest.resetModules();
  storage = await import('./local-storage');
  storage.claimStorage('eva');
  storage.writeLocal('parley.list', 'where she was');
  storage.writeLocal('parley.language', 'nl');
  for (const kept of ['draft', 'note', 'outbox']) storage.writeLocal(`parley.${kept}.chat`, 'her words');
});
afterEach(() => {
  for (const name of ['localStorage', 'window']) Reflect.deleteProperty(globalThis, name);
});

const words = ['parley.draft.chat', 'parley.note.chat', 'parley.outbox.chat'];

test('keeps unsent texts in this browser after a session timeout, but not the last place in lists', () => {
  storage.forgetPersonal({ keepsUnsent: true });
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(words));
  expect(stored).not.toHaveProperty(['parley.list']);
  expect(storage.claimStorage('eva')).toBe(false);
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(words));
});

test('removes the texts of a different user and returns that there were some', () => {
  storage.forgetPersonal({ keepsUnsent: true });
  expect(storage.claimStorage('tom')).toBe(true);
  expect(stored).toEqual({ 'parley.user': 'tom', 'parley.language': 'nl' });
});

test('onStoredElsewhere reports entries that another window stores or removes under a prefix', () => {
  const window = Object.assign(globalThis, { window: new EventTarget() }).window;
  const heard: unknown[] = [];
  storage.onStoredElsewhere('parley.note.', (key, value) => heard.push([key, value]));
  const store = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  store('parley.note.chat', 'her words');
  store('parley.note.chat', null);
  store('parley.draft.chat', null);
  store(null, null);
  expect(heard).toEqual([
    ['chat', 'her words'],
    ['chat', null],
  ]);
});

test('stores no personal entries in a window that is signing out', () => {
  storage.forgetPersonal();
  storage.closePersonal();
  for (const key of words) storage.writeLocal(key, 'her words');
  storage.writeLocal('parley.signedOut', 'now');
  expect(stored).toEqual({ 'parley.user': 'eva', 'parley.language': 'nl', 'parley.signedOut': 'now' });
});
