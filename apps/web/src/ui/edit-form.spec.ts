import { changedOf, followed } from './edit-form';

const before = { name: 'Sales', colour: '#111111', userIds: ['ana'] };

test('what nobody typed follows what it is now', () => {
  const now = { name: 'Shop', colour: '#222222', userIds: ['ana', 'bo'] };
  expect(followed(before, before, now)).toEqual(now);
});

test('what was typed stays, field by field', () => {
  const typed = { ...before, name: 'Vente', userIds: [] };
  const now = { ...before, name: 'Shop', colour: '#222222' };
  expect(followed(before, typed, now)).toEqual({ name: 'Vente', colour: '#222222', userIds: [] });
});

test('only what was changed is sent', () => {
  expect(changedOf(before, { ...before, colour: '#222222', userIds: ['ana'] })).toEqual({
    colour: '#222222',
  });
});
