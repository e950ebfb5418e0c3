import { mentionedIn } from './mentions';

const people = [
  { userId: 'ann', name: 'Ann' },
  { userId: 'anna', name: 'Anna' },
  { userId: 'annLee', name: 'Ann Lee' },
];

it.each([
  ['@Ann, have a look', ['ann']],
  ['@Anna and @Ann Lee', ['anna', 'annLee']],
  ['@Annabel', []],
  ['write to me@Ann', []],
  ['@Ann @Ann', ['ann']],
  ['@Zoë', []],
])('finds in “%s” the mentions %j', (text, named) => {
  expect(mentionedIn(text, people)).toEqual(named);
});
