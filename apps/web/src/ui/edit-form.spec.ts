import { changedOf, followed } from './edit-form';

const before = { name: 'Sales', colour: '#111111', userIds: ['ana'] };

test('updates fields that the user has not touched', () => {
  const now = { name: 'Shop', colour: '#222222', userIds: ['ana', 'bo'] };
  expect(followed(before, before, now)).toEqual(now);
});

test('keeps each field that the user changed, independently of the others', () => {
  const typed = { ...before, name: 'Vente', userIds: [] };
  const now = { ...before, name: 'Shop', colour: '#222222' };
  expect(followed(before, typed, now)).toEqual({ name: 'Vente', colour: '#222222', userIds: [] });
});

test('changedOf returns only the changed fields', () => {
  expect(changedOf(before, { ...before, colour: '#222222', userIds: ['ana'] })).toEqual({
    colour: '#222222',
  });
});
