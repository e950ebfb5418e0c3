import { MAX_CALL_SIZE } from '@parley/contracts/apps/protocol';
import { AppPort, isSmall } from './app-port';

const turn = () => new Promise((resolve) => setTimeout(resolve));

function portOf(scopes: string[]) {
  const told: { id: number; result?: unknown; error?: { code: string } }[] = [];
  const carried: string[] = [];
  const port = {
    postMessage: (reply: (typeof told)[number]) => told.push(reply),
    close: jest.fn(),
    onmessage: null,
  };
  let now = 0;
  const onFlood = jest.fn();
  const host = new AppPort({
    ...{ port: port as unknown as MessagePort, scopes, onFlood, now: () => now },
    wordsOf: (code) => `Words of ${code}`,
    carryOut: (method) => {
      carried.push(method);
      return Promise.resolve('done');
    },
  });
  const say = (data: unknown) => (port.onmessage as ((event: object) => void) | null)?.({ data });
  return { host, port, told, carried, onFlood, say, pass: (ms: number) => (now += ms) };
}

describe('the port between the inbox and the page of an app', () => {
  it('runs calls that the app has the right to and refuses others', async () => {
    const { say, told, carried } = portOf(['data']);
    say({ id: 1, method: 'data.list', params: {} });
    say({ id: 2, method: 'draft.insert', params: { text: 'Hello' } });
    say({ id: 3, method: 'constructor', params: {} });
    say({ id: 4, method: 'messages.send', params: {} });
    await turn();
    expect(carried).toEqual(['data.list']);
    expect(told.sort((a, b) => a.id - b.id)).toMatchObject([
      { id: 1, result: 'done' },
      { id: 2, error: { code: 'app_scope_missing', message: 'Words of app_scope_missing' } },
      { id: 3, error: { code: 'app_call_unknown' } },
      { id: 4, error: { code: 'app_call_unknown' } },
    ]);
  });

  it('ignores messages that are no calls', async () => {
    const { say, told } = portOf([]);
    for (const wrong of [null, 'toast', 7, [], {}, { id: 'one' }, { id: 1.5 }]) say(wrong);
    await turn();
    expect(told).toEqual([]);
  });

  it('refuses calls above the rate, and closes the port of a page that floods it', async () => {
    const { say, told, carried, onFlood, port, pass } = portOf([]);
    for (let id = 1; id <= 100; id++) say({ id, method: 'toast', params: null });
    await turn();
    expect(carried.length).toBe(20);
    expect(told.filter(({ error }) => error?.code === 'app_too_many_calls')).toHaveLength(80);
    pass(1_000);
    say({ id: 101, method: 'toast', params: null });
    await turn();
    expect(told.at(-1)).toMatchObject({ id: 101, result: 'done' });
    for (let id = 200; id < 1_000; id++) say({ id, method: 'toast', params: null });
    expect(onFlood).toHaveBeenCalledTimes(1);
    expect(port.close).toHaveBeenCalled();
  });

  it('accepts only plain data of a limited size and depth', () => {
    expect(isSmall({ text: 'a'.repeat(1_000), list: [1, true, null] })).toBe(true);
    expect(isSmall({ text: 'a'.repeat(MAX_CALL_SIZE) })).toBe(false);
    expect(isSmall(Array.from({ length: MAX_CALL_SIZE + 1 }, () => 1))).toBe(false);
    expect(isSmall(new Map())).toBe(false);
    expect(isSmall({ at: new Date() })).toBe(false);
    expect(isSmall({ bytes: new ArrayBuffer(1) })).toBe(false);
    let deep: object = {};
    for (let depth = 0; depth < 20; depth++) deep = { deep };
    expect(isSmall(deep)).toBe(false);
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    expect(isSmall(circle)).toBe(false);
  });
});
