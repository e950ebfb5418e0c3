import type { BusinessHours, SmartRouteActions, SmartRouteConditions } from '../events';
import { CompiledRoutes, type JudgedMessage, type SmartRouteVersion, type Targets } from './judge';
import { compileLinear } from './linear-patterns';
import { faultIn, isTooComplex } from './smart-route-rules';
import { isWithinHours } from './within-hours';

const noConditions: SmartRouteConditions = {
  ...{ channelIds: [], identityIds: [], keywords: null, firstMessages: null },
  ...{ contact: [], templateIds: [], hours: null },
};
const noActions: SmartRouteActions = {
  ...{ userId: null, teamId: null, sharing: null, highPriority: null },
  ...{
    addTagIds: [],
    removeTagIds: [],
    addLabelIds: [],
    removeLabelIds: [],
    addListIds: [],
    removeListIds: [],
  },
};
const says = (...words: string[]) => ({ keywords: { words, match: 'any', by: 'word' } as const });

function rule(
  id: string,
  conditions: Partial<SmartRouteConditions>,
  actions: Partial<SmartRouteActions> = {},
  isOn = true,
): SmartRouteVersion {
  const content = {
    ...{ title: id, isOn, conditions: { ...noConditions, ...conditions } },
    actions: { ...noActions, ...actions },
  };
  return { id, version: 1, content };
}

const message: JudgedMessage = {
  ...{ channelId: 'whatsapp', identityId: null, text: 'I want a refund' },
  writtenAt: '2026-03-10T10:00:00.000Z',
};
const all: Targets = { has: () => true };
const ask = (routes: SmartRouteVersion[], asked: Partial<JudgedMessage> = {}, targets = all) => {
  const compiled = new CompiledRoutes(routes, compileLinear);
  const found = compiled.match({ ...message, ...asked });
  return { ...found, ...compiled.deedsOf(found.matched, targets) };
};
const matches = (conditions: Partial<SmartRouteConditions>, asked: Partial<JudgedMessage> = {}) =>
  ask([rule('a', conditions)], asked).matched.length === 1;

test('the first matching rule assigns, and every matching rule tags', () => {
  const { checked, done, missed } = ask([
    rule('vip', says('vip'), { teamId: 'vips' }),
    rule('refunds', says('refund'), { teamId: 'refunds', addTagIds: ['refund'] }),
    rule('all', { channelIds: ['whatsapp'] }, { userId: 'eva', addTagIds: ['whatsapp'] }),
    rule('off', says('refund'), { addTagIds: ['never'] }, false),
  ]);
  expect(checked).toBe(3);
  expect(missed).toEqual([{ routeId: 'vip', version: 1, failed: 'keywords' }]);
  expect(done).toEqual([
    { routeId: 'refunds', what: 'team', id: 'refunds' },
    { routeId: 'refunds', what: 'tag', id: 'refund' },
    { routeId: 'all', what: 'tag', id: 'whatsapp' },
  ]);
});

test('skips and reports targets that no longer exist, and lets the next matching rule assign', () => {
  const targets: Targets = { has: (_, id) => id !== 'gone' };
  const { done, left } = ask(
    [
      rule('a', says('refund'), { teamId: 'gone', addTagIds: ['gone', 'refund'] }),
      rule('b', says('refund'), { userId: 'eva' }),
    ],
    {},
    targets,
  );
  expect(left).toEqual([
    { routeId: 'a', what: 'team', id: 'gone', reason: 'team_missing' },
    { routeId: 'a', what: 'tag', id: 'gone', reason: 'tag_missing' },
  ]);
  expect(done).toEqual([
    { routeId: 'a', what: 'tag', id: 'refund' },
    { routeId: 'b', what: 'user', id: 'eva' },
  ]);
});

test('if two rules contradict each other about a tag, the upper rule wins', () => {
  const { done } = ask([
    rule('a', says('refund'), { addTagIds: ['refund'] }),
    rule('b', says('refund'), { removeTagIds: ['refund'] }),
  ]);
  expect(done).toEqual([{ routeId: 'a', what: 'tag', id: 'refund' }]);
});

test('checks each condition against the message', () => {
  expect(matches({ channelIds: ['mail'] })).toBe(false);
  expect(matches({ identityIds: ['second'] }, { identityId: 'second' })).toBe(true);
  expect(matches({ identityIds: ['second'] })).toBe(false);
  expect(matches({ firstMessages: 2 }, { number: 2 })).toBe(true);
  expect(matches({ firstMessages: 2 }, { number: 3 })).toBe(false);
  expect(matches({ templateIds: ['sale'] }, { templateId: 'sale' })).toBe(true);
  expect(matches({ templateIds: ['sale'] }, { templateId: null })).toBe(false);
  expect(matches({ ...says('refund'), channelIds: ['mail'] })).toBe(false);
  expect(matches(says('refund'), { text: null })).toBe(false);
});

test('compares contact data without case and accents, like keywords', () => {
  const holds = (is: 'is' | 'isNot' | 'contains' | 'empty', value: string, known: string | null) =>
    matches({ contact: [{ field: 'city', is, value }] }, { contact: { city: known } });
  expect(holds('is', 'malaga', 'Málaga')).toBe(true);
  expect(holds('isNot', 'malaga', 'Sevilla')).toBe(true);
  expect(holds('isNot', 'malaga', null)).toBe(true);
  expect(holds('contains', 'dam', 'Amsterdam')).toBe(true);
  expect(holds('contains', 'dam', null)).toBe(false);
  expect(holds('empty', '', null)).toBe(true);
  expect(holds('empty', '', 'Utrecht')).toBe(false);
});

const night = [{ from: '22:00', to: '06:00' }];
const hours = (timeZone: string, spans: BusinessHours['days']['mon']): BusinessHours => ({
  timeZone,
  days: { mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans },
});

test.each([
  // In Amsterdam, daylight saving time begins at 01:00 UTC on 29 March 2026 and ends at 01:00 UTC on 25 October.
  ['Europe/Amsterdam', [{ from: '09:00', to: '17:00' }], '2026-03-28T08:00:00Z', true],
  ['Europe/Amsterdam', [{ from: '09:00', to: '17:00' }], '2026-03-28T07:59:59Z', false],
  ['Europe/Amsterdam', [{ from: '09:00', to: '17:00' }], '2026-03-29T07:00:00Z', true],
  ['Europe/Amsterdam', [{ from: '09:00', to: '17:00' }], '2026-03-29T06:59:59Z', false],
  ['Europe/Amsterdam', [{ from: '09:00', to: '17:00' }], '2026-10-25T08:00:00Z', true],
  ['Europe/Amsterdam', [{ from: '09:00', to: '17:00' }], '2026-10-25T16:00:00Z', false],
  ['Europe/Amsterdam', [{ from: '02:00', to: '03:00' }], '2026-03-29T01:00:00Z', false],
  ['Europe/Amsterdam', [{ from: '02:00', to: '03:00' }], '2026-10-25T00:30:00Z', true],
  ['Europe/Amsterdam', [{ from: '02:00', to: '03:00' }], '2026-10-25T01:30:00Z', true],
  ['Europe/Amsterdam', night, '2026-03-29T03:59:59Z', true],
  ['Europe/Amsterdam', night, '2026-03-29T04:00:00Z', false],
  ['Europe/Amsterdam', night, '2026-01-01T20:59:59Z', false],
  ['Europe/Amsterdam', night, '2026-01-01T21:00:00Z', true],
  ['America/New_York', [{ from: '00:00', to: '24:00' }], '2026-03-08T07:00:00Z', true],
  ['Asia/Kolkata', [{ from: '23:59', to: '24:00' }], '2026-03-08T18:29:59Z', true],
  ['Asia/Kolkata', [{ from: '23:59', to: '24:00' }], '2026-03-08T18:30:00Z', false],
] as const)('in %s, the hours %j include %s: %s', (zone, spans, at, isInside) => {
  expect(isWithinHours(hours(zone, [...spans]), at)).toBe(isInside);
});

test('does not run a stored rule whose pattern is too complex', () => {
  const stored = rule('a', { keywords: { words: ['x', 'x{1000}'], match: 'any', by: 'regex' } });
  expect(isTooComplex(stored.content)).toBe(true);
  const compiled = new CompiledRoutes([stored, rule('b', says('x'))], compileLinear);
  const message = { channelId: 'c', identityId: null, text: 'x', writtenAt: '2026-03-08T18:30:00Z' };
  expect(compiled.match(message).matched.map(({ routeId }) => routeId)).toEqual(['b']);
});

test('a rule requires a condition, an action and keywords with visible characters', () => {
  const codeOf = (
    conditions: Partial<SmartRouteConditions>,
    actions: Partial<SmartRouteActions> = { teamId: 't' },
  ) => faultIn(rule('a', conditions, actions).content, compileLinear)?.code ?? null;
  expect(codeOf(says('refund'))).toBeNull();
  expect(codeOf({})).toBe('route_without_condition');
  expect(codeOf(says('refund'), {})).toBe('route_without_action');
  expect(codeOf(says('refund', ' '))).toBe('route_keyword_empty');
  expect(codeOf(says())).toBe('route_keyword_empty');
  expect(codeOf(says('\u200d'))).toBe('route_keyword_empty');
  expect(codeOf({ keywords: { words: ['(?=a)'], match: 'any', by: 'regex' } })).toBe(
    'route_pattern_lookaround',
  );
  expect(codeOf({ keywords: { words: ['a{1000}'], match: 'any', by: 'regex' } })).toBe(
    'route_pattern_too_complex',
  );
  expect(codeOf(says('refund'), { userId: 'u', teamId: 't' })).toBe('route_user_and_team');
  expect(codeOf({ contact: [{ field: 'city', is: 'is', value: '' }] })).toBe('route_value_empty');
  expect(codeOf({ hours: { is: 'inside', hours: hours('Europe/Nowhere', night) } })).toBe(
    'route_hours_invalid',
  );
  expect(codeOf({ hours: { is: 'inside', hours: hours('Europe/Madrid', []) } })).toBe('route_hours_invalid');
});

test('a decision is marked as cut short only if the steps for keywords were used up', () => {
  const words = Array.from({ length: 50 }, (_, index) => `a${'b'.repeat(index)}`);
  const rules = Array.from({ length: 60 }, (_, index) => rule(`rule ${index}`, says(...words)));
  const routes = new CompiledRoutes(rules, compileLinear);
  const text = `a${'b'.repeat(60)}`.repeat(300);
  expect(routes.match({ ...message, text })).toMatchObject({ matched: [], isCutShort: true });
  expect(routes.match(message)).not.toHaveProperty('isCutShort');
});
