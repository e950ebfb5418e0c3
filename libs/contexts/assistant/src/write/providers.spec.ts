import { defaultAssistantSettings } from '@parley/contracts/events';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { Providers } from './providers';

const context = doneBy('test', {
  customerId: '0c0ffee0-0000-4000-8000-000000000001',
  now: '2026-05-01T00:00:00.000Z',
});

/** @returns how often an assistant's key is deleted when its address changes */
async function forgotten(from: string, to: string, key: object | null = { secret: 'key', lastFour: 'abcd' }) {
  const forgetKey = jest.fn(() => Promise.resolve());
  const accounts = { of: () => Promise.resolve({ isEnabled: true, key }), forgetKey };
  const queries = { settings: () => Promise.resolve({ ...defaultAssistantSettings, address: from }) };
  const parts = [queries, accounts, {}, {}, {}] as unknown as ConstructorParameters<typeof Providers>;
  await new Providers(...parts).moveTo(to, context);
  return forgetKey.mock.calls.length;
}

test('does not send a key to another host', async () => {
  expect(await forgotten('https://api.openai.com/v1', 'https://elsewhere.example/v1')).toBe(1);
  expect(await forgotten('https://models.example/v1', 'http://models.example/v1')).toBe(1);
});

test('keeps the key for another path of the same host, and ignores a missing key', async () => {
  expect(await forgotten('https://models.example/v1', 'https://models.example/v2')).toBe(0);
  expect(await forgotten('https://api.openai.com/v1', 'https://elsewhere.example/v1', null)).toBe(0);
});
