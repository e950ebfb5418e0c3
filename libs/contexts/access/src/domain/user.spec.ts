import type { UserEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { user, type Asking, type UserChanges } from './user';

const details = { displayName: 'Ana', email: 'ana@harbour.example' };
const invited: UserEvent = { type: 'UserInvited', data: { subject: 'ana', personal: details, role: 'user' } };
const added = (role: 'admin' | 'manager' | 'user' = 'user'): UserEvent => ({
  type: 'UserAdded',
  data: { subject: 'ana', personal: details, role },
});
const accepted: UserEvent[] = [
  { type: 'InvitationAccepted', data: {} },
  { type: 'UserActivated', data: {} },
];
const deactivated: UserEvent = { type: 'UserDeactivated', data: {} };
/** By a new address, and by every version before times were kept. */
const renewed: UserEvent = { type: 'InvitationRenewed', data: { at: null } };
const on = (time: string) => `2026-03-02T${time}.000Z`;
const renewedAt = (time = '09:30:00'): UserEvent => ({ type: 'InvitationRenewed', data: { at: on(time) } });
const renew = (time = '09:30:00') =>
  ({ type: 'RenewInvitation', by: { userId: 'ada', role: 'admin' }, at: on(time) }) as const;
const sent: UserEvent = { type: 'InvitationSent', data: {} };
const deleted: UserEvent = { type: 'UserDeleted', data: { reassignTo: { userId: null, teamId: null } } };

const admin: Asking = { by: { userId: 'ingrid', role: 'admin' }, hasOtherAdministrator: true };
const manager: Asking = { by: { userId: 'mateo', role: 'manager' }, hasOtherAdministrator: true };
const herself = (role: 'admin' | 'manager'): Asking => ({ ...admin, by: { userId: 'ana', role } });

const change = (events: UserEvent[], changes: UserChanges, asking = admin) =>
  given(user, events).when({ type: 'Change', changes, ...asking });
const remove = (events: UserEvent[], asking = admin) =>
  given(user, events).when({ type: 'Delete', reassignTo: { userId: null, teamId: null }, ...asking });
const accept = (events: UserEvent[], invitation?: number) =>
  given(user, events).when({ type: 'AcceptInvitation', invitation });

describe('an invitation', () => {
  const invite = { type: 'Invite', userId: 'ana', role: 'user', ...details, by: manager.by } as const;

  test('is made once', () => {
    expect(given(user, []).when(invite)).toEqual([invited]);
    expect(given(user, [invited]).when(invite)).toEqual([]);
  });

  test('of an administrator is made by administrators alone', () => {
    expect(() => given(user, []).when({ ...invite, role: 'admin' })).toThrow('not_authorized');
    expect(given(user, []).when({ ...invite, role: 'admin', by: admin.by })).toHaveLength(1);
  });

  test('makes whoever accepts it active', () => {
    expect(accept([invited], 1)).toEqual(accepted);
    expect(given(user, [invited, ...accepted]).state.status).toBe('active');
  });

  test('is accepted once', () => {
    expect(() => accept([invited, ...accepted], 1)).toThrow('invitation_used');
  });

  test('that was renewed opens by the new link alone', () => {
    expect(() => accept([invited, renewed], 1)).toThrow('invitation_used');
    expect(accept([invited, renewed], 2)).toEqual(accepted);
  });

  test('is accepted without a link by whom the identity provider knows', () => {
    expect(accept([invited, renewed])).toEqual(accepted);
  });

  test('of somebody who was deleted is not found', () => {
    expect(() => accept([invited, deleted], 1)).toThrow('not_found');
  });

  test('is sent or failed once, and again when it was renewed', () => {
    const record = (events: UserEvent[], invitation: number, failure: 'unreachable' | null = null) =>
      given(user, events).when({ type: 'RecordInvitation', invitation, failure });
    expect(record([invited], 1)).toEqual([sent]);
    expect(record([invited, sent], 1)).toEqual([]);
    expect(record([invited, sent, renewed], 1)).toEqual([]);
    expect(record([invited, sent, renewed], 2, 'unreachable')).toEqual([
      { type: 'InvitationFailed', data: { reason: 'unreachable' } },
    ]);
    expect(record([invited, ...accepted], 1)).toEqual([]);
  });

  test('is renewed until it was accepted', () => {
    expect(given(user, [invited, sent]).when(renew())).toEqual([renewedAt()]);
    expect(() => given(user, [invited, ...accepted]).when(renew())).toThrow('invitation_used');
  });

  test('is renewed once by two clicks, and again where its mail never left', () => {
    const lost = [invited, sent, renewedAt()];
    expect(given(user, lost).when(renew('09:30:59'))).toEqual([]);
    expect(given(user, lost).when(renew('09:31:00'))).toEqual([renewedAt('09:31:00')]);
    expect(given(user, [...lost, sent]).when(renew('09:30:59'))).toEqual([renewedAt('09:30:59')]);
  });

  test('is renewed where nothing was ever heard of the first one', () => {
    expect(given(user, [invited]).when(renew())).toEqual([renewedAt()]);
    expect(given(user, [invited, renewed]).when(renew())).toEqual([renewedAt()]);
  });

  test('goes out again to a new address', () => {
    const email = 'ana@elsewhere.example';
    const toThere: UserEvent = {
      type: 'UserDetailsChanged',
      data: { subject: 'ana', personal: { displayName: 'Ana', email } },
    };
    expect(change([invited, sent], { email })).toEqual([toThere, renewed]);
    expect(change([added()], { email })).toEqual([toThere]);
  });
});

describe('being active', () => {
  test('begins when the invitation was accepted, not before', () => {
    expect(() => change([invited], { active: true })).toThrow('user_not_accepted');
    expect(change([invited, ...accepted, deactivated], { active: true })).toEqual([
      { type: 'UserActivated', data: {} },
    ]);
  });

  test('ends and begins once', () => {
    expect(change([added()], { active: false })).toEqual([deactivated]);
    expect(change([added(), deactivated], { active: false })).toEqual([]);
    expect(change([added()], { active: true })).toEqual([]);
  });

  test('is what signing in takes', () => {
    const signIn = { type: 'SignIn', identityProviderId: 'sub' } as const;
    expect(given(user, [added()]).when(signIn)).toEqual([
      { type: 'UserSignedIn', data: { subject: 'ana', personal: { identityProviderId: 'sub' } } },
    ]);
    expect(() => given(user, [added(), deactivated]).when(signIn)).toThrow('user_blocked');
    expect(() => given(user, [invited]).when(signIn)).toThrow('user_blocked');
    expect(() => given(user, [added(), deleted]).when(signIn)).toThrow('not_found');
  });
});

describe('nobody', () => {
  test.each<[string, UserChanges]>([
    ['deactivates', { active: false }],
    ['changes the role of', { role: 'user' }],
  ])('%s themselves', (_, changes) => {
    expect(() => change([added('admin')], changes, herself('admin'))).toThrow('user_self');
  });

  test('deletes themselves', () => {
    expect(() => remove([added('admin')], herself('admin'))).toThrow('user_self');
  });

  test('is kept from changing their own name', () => {
    expect(change([added('manager')], { displayName: 'Ana Ruiz' }, herself('manager'))).toHaveLength(1);
  });
});

describe('managers', () => {
  test.each<[string, UserChanges]>([
    ['rename', { displayName: 'X' }],
    ['deactivate', { active: false }],
    ['demote', { role: 'user' }],
  ])('do not %s administrators', (_, changes) => {
    expect(() => change([added('admin')], changes, manager)).toThrow('not_authorized');
  });

  test('do not make administrators', () => {
    expect(() => change([added()], { role: 'admin' }, manager)).toThrow('not_authorized');
    expect(change([added()], { role: 'manager' }, manager)).toEqual([
      { type: 'UserRoleChanged', data: { role: 'manager' } },
    ]);
  });
});

describe('the last administrator', () => {
  const alone: Asking = { ...admin, hasOtherAdministrator: false };

  test('stays active, stays administrator and stays', () => {
    expect(() => change([added('admin')], { active: false }, alone)).toThrow('last_administrator');
    expect(() => change([added('admin')], { role: 'user' }, alone)).toThrow('last_administrator');
    expect(() => remove([added('admin')], alone)).toThrow('last_administrator');
  });

  test('is none who is blocked already', () => {
    expect(remove([added('admin'), deactivated], alone)).toEqual([deleted]);
  });
});

describe('somebody who was deleted', () => {
  test('is deleted once', () => {
    expect(remove([added()])).toEqual([deleted]);
    expect(remove([added(), deleted])).toEqual([]);
  });

  test('is not found by anything else', () => {
    expect(() => change([added(), deleted], { active: true })).toThrow('not_found');
  });
});

test('several changes are made together or not at all', () => {
  const changes = { displayName: 'Ana Ruiz', role: 'manager', enforceTeamFilter: true } as const;
  expect(change([added()], changes)).toEqual([
    {
      type: 'UserDetailsChanged',
      data: { subject: 'ana', personal: { displayName: 'Ana Ruiz', email: details.email } },
    },
    { type: 'UserRoleChanged', data: { role: 'manager' } },
    { type: 'UserTeamFilterForced', data: { enforceTeamFilter: true, enforceUnassignedChats: false } },
  ]);
  expect(() => change([invited], { ...changes, active: true })).toThrow('user_not_accepted');
});

test('a change that holds already is none', () => {
  expect(change([added()], { ...details, role: 'user', active: true, enforceTeamFilter: false })).toEqual([]);
});
