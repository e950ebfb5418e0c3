import { examples } from '@parley/contracts/events/golden/examples';
import { given } from '@parley/event-sourcing/decider/given';
import { hiddenRoutes } from './hidden-routes';
import { smartRoute } from './smart-route';
import { smartRouteOrder } from './smart-route-order';

const content = examples.SmartRouteCreated[0]!;
const created = { type: 'SmartRouteCreated', data: content } as const;
const renamed = {
  type: 'SmartRouteRevised',
  data: { ...content, title: 'Money back', restores: null },
} as const;
const deleted = { type: 'SmartRouteDeleted', data: {} } as const;

test('a rule is created once', () => {
  expect(given(smartRoute, []).when({ type: 'Create', content })).toEqual([created]);
  expect(given(smartRoute, [created]).when({ type: 'Create', content })).toEqual([]);
});

test('a rule without a condition is rejected', () => {
  const conditions = { ...content.conditions, ...{ channelIds: [], identityIds: [], keywords: null } };
  const none = { ...conditions, firstMessages: null, contact: [], templateIds: [], hours: null };
  expect(() =>
    given(smartRoute, []).when({ type: 'Create', content: { ...content, conditions: none } }),
  ).toThrow('route_without_condition');
});

test('a change records the whole rule, and is a no-op if nothing differs', () => {
  const changes = { title: 'Money back' };
  expect(given(smartRoute, [created]).when({ type: 'Revise', changes })).toEqual([renamed]);
  expect(given(smartRoute, [created, renamed]).when({ type: 'Revise', changes })).toEqual([]);
});

test('the order of a rule’s fields makes no difference', () => {
  const { teamId, ...actions } = content.actions;
  const changes = { actions: { ...actions, teamId } };
  expect(given(smartRoute, [created]).when({ type: 'Revise', changes })).toEqual([]);
});

test('a change is rejected if the user saw an older version', () => {
  const revise = { type: 'Revise', changes: { isOn: false }, version: 1 } as const;
  expect(given(smartRoute, [created]).when(revise)).toHaveLength(1);
  expect(() => given(smartRoute, [created, renamed]).when(revise)).toThrow('route_changed');
});

test('restoring a version creates a new version, and is a no-op for the current content', () => {
  const restore = { type: 'Restore', version: 1 } as const;
  const restored = { type: 'SmartRouteRevised', data: { ...content, restores: 1 } } as const;
  expect(given(smartRoute, [created, renamed]).when(restore)).toEqual([restored]);
  expect(given(smartRoute, [created, renamed, restored]).when(restore)).toEqual([]);
  expect(() => given(smartRoute, [created]).when({ type: 'Restore', version: 2 })).toThrow('not_found');
});

test('a rule is deleted once, and cannot be restored afterwards', () => {
  expect(given(smartRoute, [created]).when({ type: 'Delete' })).toEqual([deleted]);
  expect(given(smartRoute, [created, deleted]).when({ type: 'Delete' })).toEqual([]);
  expect(() => given(smartRoute, [created, deleted]).when({ type: 'Restore', version: 1 })).toThrow(
    'not_found',
  );
});

test('an order contains each rule once', () => {
  const routeIds = ['b', 'a'];
  const ordered = { type: 'SmartRoutesOrdered' as const, data: { routeIds } };
  expect(given(smartRouteOrder, []).when({ type: 'Order', routeIds: [...routeIds, 'b'] })).toEqual([ordered]);
  expect(given(smartRouteOrder, [ordered]).when({ type: 'Order', routeIds })).toEqual([]);
});

test('a rule below another rule that assigns all its messages is found to be unreachable', () => {
  const none = {
    ...content.conditions,
    channelIds: [],
    identityIds: [],
    keywords: null,
    firstMessages: null,
  };
  const empty = { ...none, contact: [], templateIds: [], hours: null };
  const says = (words: string[]) => ({ ...empty, keywords: { words, match: 'any', by: 'word' } as const });
  const rule = (id: string, conditions: typeof content.conditions, assigns = true) => ({
    ...{ id, assigns },
    content: { ...content, isOn: true, conditions },
  });
  const both = { ...empty, channelIds: ['mail', 'chat'] };
  expect(hiddenRoutes([rule('a', both), rule('b', says(['x']))], ['mail', 'chat'])).toEqual(
    new Map([['b', 'a']]),
  );
  expect(hiddenRoutes([rule('a', both), rule('b', says(['x']))], ['mail', 'chat', 'sms']).size).toBe(0);
  expect(hiddenRoutes([rule('a', both, false), rule('b', says(['x']))], ['mail']).size).toBe(0);
  expect(hiddenRoutes([rule('a', says(['x', 'y'])), rule('b', says(['y']))], []).get('b')).toBe('a');
  expect(hiddenRoutes([rule('a', says(['x'])), rule('b', says(['x', 'y']))], []).size).toBe(0);
});
