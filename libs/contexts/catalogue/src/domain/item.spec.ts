import type { QuickReplyEvent, TagEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { isThere, itemOf } from './item';

const tag = itemOf('tag');
const look = { name: 'refund', colour: '#c92a2a' };
const created: TagEvent = { type: 'TagCreated', data: look };
const deleted: TagEvent = { type: 'TagDeleted', data: {} };
const merged: TagEvent = { type: 'TagMerged', data: { intoId: 'returns' } };
const merge = { type: 'Merge', id: 'refund', intoId: 'returns' } as const;

test('a tag is created once when the command is repeated', () => {
  expect(given(tag, []).when({ type: 'Create', content: look })).toEqual([created]);
  expect(given(tag, [created]).when({ type: 'Create', content: look })).toEqual([]);
});

test('labels and quick replies are created by events of their own types', () => {
  expect(given(itemOf('label'), []).when({ type: 'Create', content: look })).toEqual([
    { type: 'LabelCreated', data: look },
  ]);
  const content = { title: null, message: 'Hi', visibility: 'me', ownerId: 'mia' } as const;
  expect(given(itemOf('quickReply'), []).when({ type: 'Create', content })).toEqual([
    { type: 'QuickReplyCreated', data: content },
  ]);
});

test('a change records the whole new content, and no event if the content stays the same', () => {
  const renamed = { type: 'TagChanged', data: { ...look, name: 'money back' } } as const;
  expect(given(tag, [created]).when({ type: 'Change', changes: { name: 'money back' } })).toEqual([renamed]);
  expect(given(tag, [created, renamed]).when({ type: 'Change', changes: { name: 'money back' } })).toEqual(
    [],
  );
  expect(given(tag, [created]).when({ type: 'Change', changes: {} })).toEqual([]);
});

test('a tag is deleted once when the command is repeated', () => {
  expect(given(tag, [created]).when({ type: 'Delete' })).toEqual([deleted]);
  expect(given(tag, [created, deleted]).when({ type: 'Delete' })).toEqual([]);
});

test('a tag is merged once when the command is repeated, and never into itself', () => {
  expect(given(tag, [created]).when(merge)).toEqual([merged]);
  expect(given(tag, [created, merged]).when(merge)).toEqual([]);
  expect(() => given(tag, [created]).when({ ...merge, intoId: 'refund' })).toThrow('merge_into_itself');
});

test.each([
  ['never was', []],
  ['was deleted', [created, deleted]],
  ['was merged into another', [created, merged]],
] as [string, TagEvent[]][])('rejects changing or merging a tag that %s', (_, events) => {
  const { state, when } = given(tag, events);
  expect(isThere(state)).toBe(false);
  expect(() => when({ type: 'Change', changes: { name: 'other' } })).toThrow('not_found');
  expect(() => when({ ...merge, intoId: 'third' })).toThrow('not_found');
});

test('rejects deleting a merged tag, and a tag that was never created', () => {
  expect(() => given(tag, [created, merged]).when({ type: 'Delete' })).toThrow('not_found');
  expect(() => given(tag, []).when({ type: 'Delete' })).toThrow('not_found');
});

test('a quick reply keeps the fields that a change leaves out', () => {
  const content = { title: 'hours', message: 'We open at 9.', visibility: 'me', ownerId: 'mia' } as const;
  const written: QuickReplyEvent = { type: 'QuickReplyCreated', data: content };
  const changes = { visibility: 'everybody' } as const;
  expect(given(itemOf('quickReply'), [written]).when({ type: 'Change', changes })).toEqual([
    { type: 'QuickReplyChanged', data: { ...content, visibility: 'everybody' } },
  ]);
});
