import { randomUUID } from 'node:crypto';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Secrets } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { customer } from '../domain/customer';
import { ChangeCustomerSettings } from './change-customer-settings';
import { CustomerHandler } from './customer.handler';

class SecretsDouble extends Secrets {
  readonly kept = new Map<string, string>();
  put = (...[customerId, owner, name, value]: [string, string, string, string]) =>
    Promise.resolve(void this.kept.set(`${customerId}/${owner}/${name}`, value));
  find = () => Promise.resolve(null);
  replace = () => Promise.resolve(false);
  remove = (...place: [string, string, string]) => Promise.resolve(void this.kept.delete(place.join('/')));
}

const customerId = randomUUID();
const context = () => requestedNow({ userId: randomUUID(), customerId });
const firstKey = 'sk-first-0123456789-abcd';
const secondKey = 'sk-second-0123456789-wxyz';

let aggregates: Aggregates;
let secrets: SecretsDouble;
let changing: ChangeCustomerSettings;

beforeEach(async () => {
  aggregates = new Aggregates(new InMemoryEventStore());
  secrets = new SecretsDouble();
  const claims = new Claims(aggregates, new MasterKey('a secret that is long enough for tests'));
  changing = new ChangeCustomerSettings(busOf(aggregates, new CustomerHandler(claims)), aggregates, secrets);
  const command = { type: 'Register', name: 'Harbour', domain: 'harbour.example', storageName: 'h' } as const;
  await aggregates.execute(customer, 'customer', { id: customerId, command, context: context() });
});

const settings = async () =>
  (await aggregates.load(customer, 'customer', customerId, customerId)).state.settings;

test('a new AI key is stored encrypted; the event contains its reference and its last four characters', async () => {
  await changing.change({ openAiApiKey: firstKey }, context());
  const { openAiApiKey } = await settings();
  expect(openAiApiKey).toEqual({
    secret: expect.stringMatching(/^openai-api-key-/) as string,
    lastFour: 'abcd',
  });
  expect([...secrets.kept]).toEqual([[`${customerId}/${customerId}/${openAiApiKey?.secret}`, firstKey]]);
});

test('a new AI key replaces the old one in the store of secrets, and removing the key deletes it there', async () => {
  await changing.change({ openAiApiKey: firstKey }, context());
  await changing.change({ openAiApiKey: secondKey }, context());
  expect((await settings()).openAiApiKey?.lastFour).toBe('wxyz');
  expect([...secrets.kept.values()]).toEqual([secondKey]);
  await changing.change({ openAiApiKey: null }, context());
  expect((await settings()).openAiApiKey).toBeNull();
  expect(secrets.kept.size).toBe(0);
});

test('setting the expanded team filter leaves other settings as they are', async () => {
  await changing.change({ openAiApiKey: firstKey }, context());
  await changing.change({ expandedTeamFilter: true }, context());
  expect(await settings()).toMatchObject({ expandedTeamFilter: true, openAiApiKey: { lastFour: 'abcd' } });
});

test.each<[Record<string, unknown>, string]>([
  [{ limitUsers: 100 }, 'setting_not_editable'],
  [{ expandedTeamFilter: true, apiEnabled: true }, 'setting_not_editable'],
  [{ noticeText: 'Hello' }, 'setting_not_editable'],
  [
    { forcedTeamFilter: { enabled: false, teamIds: [], includeUnassignedChats: true } },
    'setting_not_editable',
  ],
  [{ unheardOf: 1 }, 'setting_invalid'],
  [{ constructor: 1 }, 'setting_invalid'],
  [{ expandedTeamFilter: 'yes' }, 'setting_invalid'],
  [{ expandedTeamFilter: null }, 'setting_invalid'],
  [{ openAiApiKey: 'short' }, 'ai_key_invalid'],
  [{ openAiApiKey: '' }, 'ai_key_invalid'],
  [{ openAiApiKey: `${firstKey} with spaces` }, 'ai_key_invalid'],
  [{ openAiApiKey: { secret: 'another', lastFour: 'abcd' } }, 'ai_key_invalid'],
])('refuses %j with %s and changes nothing', async (wanted, code) => {
  const before = await settings();
  await expect(changing.change(wanted, context())).rejects.toMatchObject({ code });
  expect(await settings()).toEqual(before);
  expect(secrets.kept.size).toBe(0);
});

test('stores no AI key for an unknown organisation', async () => {
  const nowhere = requestedNow({ userId: randomUUID(), customerId: randomUUID() });
  await expect(changing.change({ openAiApiKey: firstKey }, nowhere)).rejects.toThrow('not_found');
  expect(secrets.kept.size).toBe(0);
});
