import { matrixOf } from './matrix';

test('matrixOf returns one row per subject, with the actions of each role and all possible actions', () => {
  const rows = matrixOf([
    { subject: 'users', action: 'delete', roles: ['admin'] },
    { subject: 'users', action: 'read', roles: ['user', 'manager', 'admin'] },
    { subject: 'audit', action: 'read', roles: ['admin'] },
  ]);
  expect(rows).toEqual([
    {
      subject: 'users',
      actions: ['read', 'delete'],
      allowed: { user: ['read'], manager: ['read'], admin: ['read', 'delete'] },
    },
    { subject: 'audit', actions: ['read'], allowed: { user: [], manager: [], admin: ['read'] } },
  ]);
});
