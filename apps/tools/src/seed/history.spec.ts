import type { ConversationEvent, MessageEvent } from '@parley/contracts/events';
import { Random } from '@parley/testing/proof/random';
import { conversationHistory, type SeedHistory } from './history';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const cast = {
  customerId: 'customer',
  channelIds: ['sms', 'whatsapp'],
  teamIds: ['sales', 'service'],
  userIds: ['mia', 'noor'],
  tagIds: ['vip'],
};

function histories(count: number, of = cast): SeedHistory[] {
  const random = new Random(7);
  return Array.from({ length: count }, () => conversationHistory(of, () => random.next(), now));
}

const eventsOf = ({ appends, archive }: SeedHistory) =>
  [...appends, ...(archive ? [archive('1')] : [])].flatMap(({ events }) => events);
const factsOf = (history: SeedHistory) =>
  eventsOf(history) as unknown as (ConversationEvent | MessageEvent)[];

test('creates only events in the past, in order, in streams that begin with them', () => {
  for (const history of histories(200)) {
    const times = eventsOf(history).map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    expect(Date.parse(times.at(-1) ?? '')).toBeLessThan(now);
    const streams = history.appends.map(({ stream }) => stream);
    expect(new Set(streams).size).toBe(streams.length);
  }
});

test('creates new, team, user and archived conversations, and a few declined replies', () => {
  const all = histories(2_000);
  const archived = all.filter(({ archive }) => archive !== null);
  expect(archived.length).toBeGreaterThan(1_200);
  expect(archived.length).toBeLessThan(1_600);
  const assigned = all.map(
    (history) => factsOf(history).find(({ type }) => type === 'ConversationAssigned')?.data,
  );
  const kinds = assigned.map((data) =>
    JSON.stringify(data ?? null).replaceAll(/"(mia|noor|sales|service)"/g, '1'),
  );
  expect(new Set(kinds)).toEqual(
    new Set(['null', '{"teamId":1,"userId":null}', '{"teamId":1,"userId":1}', '{"teamId":null,"userId":1}']),
  );
  const declined = all.flatMap(factsOf).filter(({ type }) => type === 'MessageDeclined');
  expect(declined.length).toBeGreaterThan(10);
  expect(declined.length).toBeLessThan(100);
});

test('queues no message to be sent', () => {
  const facts = histories(500).flatMap(factsOf);
  const count = (wanted: string) => facts.filter(({ type }) => type === wanted).length;
  expect(count('MessageQueued')).toBe(count('MessageDeclined'));
});

test('creates conversations for an organisation with one channel and no users', () => {
  const facts = histories(50, { ...cast, teamIds: [], userIds: [], tagIds: [] }).flatMap(factsOf);
  expect(facts.some(({ type }) => type === 'ConversationAssigned' || type === 'ConversationTagged')).toBe(
    false,
  );
});
