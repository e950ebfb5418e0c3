import { emptyTemplate, type BroadcastContent, type DataOf } from '@parley/contracts/events';
import { emptyBroadcast } from './broadcast';
import { plan, type Candidate, type Planning } from './plan';

const template = {
  ...{ id: 't', externalId: null, name: 'sale', language: 'en', attachment: null },
  ...({ category: 'marketing', content: emptyTemplate } as const),
};
const start: DataOf<'BroadcastStarted'> = {
  ...{ from: '2026-11-24T08:00:00.000Z', timeZone: 'Europe/Amsterdam', consent: 'agreed' },
  ...{ quietHours: { isOn: false, from: '21:00', until: '08:00' }, template, other: null, repeats: null },
};
const unlimited = { messages: null, contacts: null };

function planning(content: Partial<BroadcastContent> = {}, more: Partial<typeof start> = {}): Planning {
  const nobody = new Set<string>();
  return {
    content: { ...emptyBroadcast, ...content },
    start: { ...start, ...more },
    unreached: nobody,
    counted: nobody,
  };
}

const ana = { contactId: 'ana', phone: '+34600000001', reason: null };
const people = Array.from({ length: 1_000 }, (_, index): Candidate => {
  return { contactId: `c-${index}`, phone: `+316${String(index).padStart(8, '0')}`, reason: null };
});

test('skips a candidate with a reason against sending, for that reason', () => {
  const said: Candidate = { contactId: 'ben', phone: '+34600000002', reason: 'opted_out' };
  expect(plan([said], planning(), unlimited).recipients).toEqual([
    { contactId: 'ben', skipped: 'opted_out' },
  ]);
});

test('skips a candidate if a recent message failed because they are not on WhatsApp', () => {
  const lately = { ...planning(), unreached: new Set(['ana']) };
  expect(plan([ana], lately, unlimited).recipients[0]).toEqual({
    contactId: 'ana',
    skipped: 'not_on_whatsapp',
  });
});

test('skips candidates beyond the limits of the month, with the limit as the reason', () => {
  const { recipients, left } = plan(people.slice(0, 4), planning(), { messages: 3, contacts: 2 });
  expect(recipients.map(({ skipped }) => skipped)).toEqual([
    undefined,
    undefined,
    'over_contact_limit',
    'over_contact_limit',
  ]);
  expect(left).toEqual({ messages: 1, contacts: 0 });
  const one = plan(people.slice(0, 2), planning(), { messages: 1, contacts: null });
  expect(one.recipients[1]!.skipped).toBe('over_message_limit');
});

test('does not count again a contact who already had a message this month', () => {
  const counted = { ...planning(), counted: new Set(['ana']) };
  expect(plan([ana], counted, { messages: 1, contacts: 0 }).recipients[0]!.skipped).toBeUndefined();
});

test("plans nine o’clock by the recipient's clock at another moment in Madrid than in New York", () => {
  const at = { schedule: { at: '2026-11-24T09:00', zone: 'recipient', spreadHours: 0 } } as const;
  const american = { contactId: 'joe', phone: '+12125550100', reason: null };
  const unknown = { contactId: 'zed', phone: '+99912345678', reason: null };
  const [madrid, newYork, elsewhere] = plan([ana, american, unknown], planning(at), unlimited).recipients;
  expect(madrid).toMatchObject({ dueAt: '2026-11-24T08:00:00.000Z', zone: 'Europe/Madrid' });
  expect(newYork).toMatchObject({ dueAt: '2026-11-24T14:00:00.000Z', zone: 'America/New_York' });
  // For a number without a known time zone, the organisation's zone applies.
  expect(elsewhere).toMatchObject({ dueAt: start.from });
});

test('moves a message from the quiet hours to their end', () => {
  const quietHours = { isOn: true, from: '21:00', until: '08:30' };
  const from = '2026-11-24T21:15:00.000Z';
  const [recipient] = plan([ana], planning({}, { quietHours, from }), unlimited).recipients;
  expect(recipient!.dueAt).toBe('2026-11-25T07:30:00.000Z');
});

test('spreads messages evenly over four hours, each at the same time whenever it is planned', () => {
  const spread = planning({ schedule: { at: null, zone: 'organisation', spreadHours: 4 } });
  const { recipients } = plan(people, spread, unlimited);
  const perHour = [0, 0, 0, 0];
  for (const { dueAt } of recipients) {
    perHour[Math.floor((Date.parse(dueAt!) - Date.parse(start.from)) / 3_600_000)]! += 1;
  }
  for (const count of perHour) expect(Math.abs(count - 250)).toBeLessThan(60);
  expect(plan(people.slice(500), spread, unlimited).recipients).toEqual(recipients.slice(500));
});

test('a split tries both templates on equal parts of its share, and lets the rest wait', () => {
  const split = { templateId: 'o', values: [], percent: 20, hours: 4 };
  const { recipients } = plan(people, planning({ split }, { other: template }), unlimited);
  const count = (variant?: string) => recipients.filter((one) => one.variant === variant).length;
  expect(Math.abs(count('a') - 100)).toBeLessThan(35);
  expect(Math.abs(count('b') - 100)).toBeLessThan(35);
  expect(count('a') + count('b') + count(undefined)).toBe(1_000);
});
