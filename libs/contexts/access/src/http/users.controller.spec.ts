import type { UserResponse } from '@parley/contracts/api/access';
import type { UserPatch } from '@parley/contracts/api/access.requests';
import type { Principal } from '@parley/platform/http/principal';
import { UsersController } from './users.controller';

const tom = {
  ...{ id: 'tom', displayName: 'Tom', email: 'tom@harbour.example', role: 'manager', status: 'available' },
  ...{ state: 'active', active: true, lastLogin: '2026-11-28T10:00:00.000Z', invitation: 'accepted' },
} as unknown as UserResponse;
const execute = jest.fn().mockResolvedValue({ position: '1' });
const edit = jest.fn().mockResolvedValue({ position: '1' });
const users = new UsersController(
  { user: () => Promise.resolve(tom) } as never,
  {} as never,
  { execute } as never,
  {} as never,
  { edit } as never,
  {} as never,
  {} as never,
  {} as never,
);
const principal = (mayChangeUsers: boolean): Principal => ({
  ...{ userId: 'sanne', customerId: 'harbour', role: 'user' as const },
  can: () => mayChangeUsers,
});

test('shows the last sign-in of a colleague only to a user who may change users', async () => {
  expect(await users.one(principal(true), 'tom')).toEqual(tom);
  const { id, displayName, email, role, status, state, active } = tom;
  expect(await users.one(principal(false), 'tom')).toEqual({
    id,
    displayName,
    email,
    role,
    status,
    state,
    active,
  });
});

test.each<UserPatch>([
  { displayName: 'X' },
  { active: false },
  { settings: [{ name: 'language', value: 'nl' }] },
])('refuses a change of a colleague by an agent: %j', async (patch) => {
  await expect(users.update(principal(false), 'tom', patch)).rejects.toThrow('not_authorized');
  expect(execute).not.toHaveBeenCalled();
  expect(edit).not.toHaveBeenCalled();
});
