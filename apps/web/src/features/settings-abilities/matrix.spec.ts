import { matrixOf } from './matrix';

test('is one row for each subject, with what each role may do of all that can be done', () => {
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
