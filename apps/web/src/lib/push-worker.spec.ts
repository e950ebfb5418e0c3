import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { PushPayload } from '@parley/contracts/api/push';

const source = readFileSync(resolve(__dirname, '../../public/push-worker.js'), 'utf8');

interface Shown {
  title: string;
  tag: string;
  body: string;
  data: { path: string; why: string; count?: number };
  close: () => void;
}

/** A fake browser that runs the service worker. */
class Browser {
  shown: Shown[] = [];
  readonly said: unknown[] = [];
  readonly opened: string[] = [];
  windows: { focused: boolean; focus: () => void; postMessage: (message: unknown) => void }[] = [];
  private readonly listeners = new Map<string, (event: object) => void>();

  constructor() {
    const registration = {
      showNotification: (title: string, options: Omit<Shown, 'title' | 'close'>) => {
        const notification = { ...options, title, close: () => this.remove(notification) };
        this.shown = [...this.shown.filter(({ tag }) => tag !== options.tag), notification];
      },
      getNotifications: ({ tag }: { tag?: string } = {}) =>
        Promise.resolve(this.shown.filter((one) => tag === undefined || one.tag === tag)),
    };
    const clients = {
      matchAll: () => Promise.resolve(this.windows),
      openWindow: (path: string) => Promise.resolve(void this.opened.push(path)),
    };
    const addEventListener = (name: string, listener: (event: object) => void) =>
      this.listeners.set(name, listener);
    runInNewContext(source, { addEventListener, registration, clients });
  }

  addWindow(focused: boolean): void {
    this.windows.push({ focused, focus: () => undefined, postMessage: (message) => this.said.push(message) });
  }

  push(payload: PushPayload | string): Promise<void> {
    const json = () => JSON.parse(typeof payload === 'string' ? payload : JSON.stringify(payload)) as unknown;
    return this.fire('push', { data: { json } });
  }

  click(notification: Shown, action = ''): Promise<void> {
    return this.fire('notificationclick', { notification, action });
  }

  private async fire(name: string, event: object): Promise<void> {
    let work: Promise<unknown> | undefined;
    this.listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  }

  private remove(notification: object): void {
    this.shown = this.shown.filter((other) => other !== notification);
  }
}

const news = (tag: string, text = 'Hello'): PushPayload => ({
  kind: 'news',
  tag,
  title: 'Ana',
  text,
  path: `/messaging-inbox/${tag}?list=personal&entry=e`,
  why: { label: 'Why this?', path: '/settings/account?why=notifyIncomingMessage' },
  time: '2026-11-23T09:00:00.000Z',
});

let browser: Browser;
beforeEach(() => (browser = new Browser()));

test('replaces the previous notification of a conversation and closes it once the conversation is read elsewhere', async () => {
  await browser.push(news('a', 'One'));
  await browser.push(news('a', 'Two'));
  await browser.push(news('b'));
  expect(browser.shown.map(({ body }) => body)).toEqual(['Two', 'Hello']);
  await browser.push({ kind: 'close', tag: 'a' });
  expect(browser.shown.map(({ tag }) => tag)).toEqual(['b']);
});

test('shows no notification while a window has the focus', async () => {
  browser.addWindow(false);
  await browser.push(news('a'));
  expect(browser.shown).toHaveLength(1);
  browser.addWindow(true);
  await browser.push(news('b'));
  expect(browser.shown).toHaveLength(1);
});

test('combines hundreds of waiting notifications into one that counts them', async () => {
  for (let index = 0; index < 300; index++) await browser.push(news(`conversation-${index}`));
  expect(browser.shown.length).toBeLessThanOrEqual(5);
  const many = browser.shown.reduce((sum, { data }) => sum + (data.count ?? 1), 0);
  expect(many).toBe(300);
});

test('opens the message of a clicked notification in an existing window or a new one', async () => {
  await browser.push(news('a'));
  await browser.click(browser.shown[0]!);
  expect(browser.opened).toEqual(['/messaging-inbox/a?list=personal&entry=e']);
  expect(browser.shown).toEqual([]);
  browser.addWindow(false);
  await browser.push(news('b'));
  await browser.click(browser.shown[0]!);
  expect(browser.said).toEqual([{ type: 'push-open', path: '/messaging-inbox/b?list=personal&entry=e' }]);
});

test('opens the notification settings on "Why this?"', async () => {
  await browser.push(news('a'));
  await browser.click(browser.shown[0]!, 'why');
  expect(browser.opened).toEqual(['/settings/account?why=notifyIncomingMessage']);
});

test('shows a test notification and reports it to the page that waits for it', async () => {
  browser.addWindow(true);
  await browser.push({ kind: 'test', id: 'one', title: 'Parley', text: 'It works.' });
  expect(browser.shown).toMatchObject([{ title: 'Parley', tag: 'test' }]);
  expect(browser.said).toEqual([{ type: 'push-test', id: 'one' }]);
});

test('ignores a push in an unknown format', async () => {
  await browser.push('no JSON');
  expect(browser.shown).toEqual([]);
});
