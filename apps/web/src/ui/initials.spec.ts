import { initialsOf } from './initials';

test.each([
  ['Ana Ruiz', 'AR'],
  ['Ana María Ruiz Gómez', 'AG'],
  ['plato', 'P'],
  ['+34 612 345 678', '78'],
  ['Émile Zola 🌍', 'ÉZ'],
  ['李 小龙', '李小'],
  ['', '?'],
])('the initials of "%s" are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
