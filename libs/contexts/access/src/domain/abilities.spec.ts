import { all } from '@parley/contracts/abilities';
import { Abilities, type AbilitySettings } from './abilities';

const without = { contactsModuleForAgentsEnabled: false };
const abilities = Abilities.of([
  { users: { ...all('manager'), read: 'user', delete: 'admin' }, auth: { read: 'user' } },
  { contacts: all('contactsModule') },
]);

test('agents may use contacts if their organisation enables the module for them, and gain nothing else', () => {
  const settings = { contactsModuleForAgentsEnabled: true };
  expect(abilities.isAllowed('user', settings, 'update', 'contacts')).toBe(true);
  expect(abilities.isAllowed('user', settings, 'create', 'users')).toBe(false);
  expect(abilities.rulesOf('manager', settings)).toEqual(abilities.rulesOf('manager', without));
});

test("the matrix shows for every role the abilities that the organisation's settings give it", () => {
  const may = (settings: AbilitySettings) =>
    new Map(abilities.matrix(settings).map(({ subject, action, roles }) => [`${subject}:${action}`, roles]));
  expect(may(without).get('users:delete')).toEqual(['admin']);
  expect(may(without).get('users:read')).toEqual(['user', 'manager', 'admin']);
  expect(may(without).get('contacts:read')).toEqual(['manager', 'admin']);
  expect(may({ contactsModuleForAgentsEnabled: true }).get('contacts:read')).toHaveLength(3);
});

test('clients get abilities as CASL rules', () => {
  expect(abilities.rulesOf('admin', without)).toEqual([{ action: 'manage', subject: 'all' }]);
  expect(abilities.rulesOf('user', without)).toContainEqual({ action: 'read', subject: 'auth' });
});

test('abilities of an announced module apply and are not shown, until a feature declares the module’s subject', () => {
  expect(abilities.isAllowed('manager', without, 'read', 'engage')).toBe(true);
  expect(abilities.isAllowed('user', without, 'read', 'engage')).toBe(false);
  expect(abilities.matrix(without).map(({ subject }) => subject)).not.toContain('engage');
  const declared = Abilities.of([{ engage: { read: 'admin' } }]);
  expect(declared.isAllowed('manager', without, 'read', 'engage')).toBe(false);
  expect(declared.matrix(without)).toEqual([{ subject: 'engage', action: 'read', roles: ['admin'] }]);
});

test('only administrators may use a subject that no feature declares', () => {
  expect(abilities.isAllowed('manager', without, 'read', 'anything-new')).toBe(false);
  expect(abilities.isAllowed('admin', without, 'read', 'anything-new')).toBe(true);
});

test('rejects a subject that two features declare', () => {
  expect(() => Abilities.of([{ tags: all('user') }, { tags: all('admin') }])).toThrow(
    'Two features declare the abilities of tags.',
  );
});
