import { abilities } from './features';

test.each([
  ['inbox', 'read', 'admin manager user'],
  ['inbox', 'update', 'admin manager user'],
  ['teamChats', 'read', 'admin manager user'],
  ['settings', 'read', 'admin manager user'],
  ['users', 'read', 'admin manager user'],
  ['users', 'create', 'admin manager'],
  ['users', 'delete', 'admin'],
  ['teams', 'update', 'admin manager'],
  ['channels', 'update', 'admin manager'],
  ['contacts', 'read', 'admin manager'],
  ['engage', 'read', 'admin manager'],
  ['insights', 'read', 'admin manager'],
  ['secure-exports', 'read', 'admin manager'],
  ['workload', 'read', 'admin manager'],
  ['customerSettings', 'update', 'admin'],
  ['developers', 'read', 'admin'],
  ['whitelistedIps', 'update', 'admin'],
  ['anything-new', 'read', 'admin'],
])('%s:%s is allowed for %s', (subject, action, expected) => {
  const allowed = (['admin', 'manager', 'user'] as const).filter((role) =>
    abilities.isAllowed(role, { contactsModuleForAgentsEnabled: false }, action, subject),
  );
  expect(allowed.join(' ')).toBe(expected);
});
