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
/** `at` is null for a renewal because of a new address, and in events from before the time was recorded. */
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

describe('An invitation', () => {
  const invite = { type: 'Invite', userId: 'ana', role: 'user', ...details, by: manager.by } as const;

  test('an invitation is recorded once', () => {
    expect(given(user, []).when(invite)).toEqual([invited]);
    expect(given(user, [invited]).when(invite)).toEqual([]);
  });

  test('only administrators can invite an administrator', () => {
    expect(() => given(user, []).when({ ...invite, role: 'admin' })).toThrow('not_authorized');
    expect(given(user, []).when({ ...invite, role: 'admin', by: admin.by })).toHaveLength(1);
  });

  test('accepting an invitation activates the user', () => {
    expect(accept([invited], 1)).toEqual(accepted);
    expect(given(user, [invited, ...accepted]).state.status).toBe('active');
  });

  test('an invitation is accepted once', () => {
    expect(() => accept([invited, ...accepted], 1)).toThrow('invitation_used');
  });

  test('a renewed invitation is accepted only by its latest link', () => {
    expect(() => accept([invited, renewed], 1)).toThrow('invitation_used');
    expect(accept([invited, renewed], 2)).toEqual(accepted);
  });

  test('an invitation is accepted without a link if the identity provider identifies the user', () => {
    expect(accept([invited, renewed])).toEqual(accepted);
  });

  test('an invitation is not found after the user was deleted', () => {
    expect(() => accept([invited, deleted], 1)).toThrow('not_found');
  });

  test('the mail of an invitation is recorded as sent or failed once, and again after a renewal', () => {
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

  test('an invitation can be renewed until it is accepted', () => {
    expect(given(user, [invited, sent]).when(renew())).toEqual([renewedAt()]);
    expect(() => given(user, [invited, ...accepted]).when(renew())).toThrow('invitation_used');
  });

  test('an invitation is renewed once by two clicks, and again once a minute has passed or its mail was sent', () => {
    const lost = [invited, sent, renewedAt()];
    expect(given(user, lost).when(renew('09:30:59'))).toEqual([]);
    expect(given(user, lost).when(renew('09:31:00'))).toEqual([renewedAt('09:31:00')]);
    expect(given(user, [...lost, sent]).when(renew('09:30:59'))).toEqual([renewedAt('09:30:59')]);
  });

  test('an invitation can be renewed if the outcome of its first mail is unknown', () => {
    expect(given(user, [invited]).when(renew())).toEqual([renewedAt()]);
    expect(given(user, [invited, renewed]).when(renew())).toEqual([renewedAt()]);
  });

  test('an invitation is renewed when the user’s address changes', () => {
    const email = 'ana@elsewhere.example';
    const toThere: UserEvent = {
      type: 'UserDetailsChanged',
      data: { subject: 'ana', personal: { displayName: 'Ana', email } },
    };
    expect(change([invited, sent], { email })).toEqual([toThere, renewed]);
    expect(change([added()], { email })).toEqual([toThere]);
  });
});

describe('The active state of a user', () => {
  test('a user becomes active when they accept the invitation, not before', () => {
    expect(() => change([invited], { active: true })).toThrow('user_not_accepted');
    expect(change([invited, ...accepted, deactivated], { active: true })).toEqual([
      { type: 'UserActivated', data: {} },
    ]);
  });

  test('a user is deactivated once and reactivated once', () => {
    expect(change([added()], { active: false })).toEqual([deactivated]);
    expect(change([added(), deactivated], { active: false })).toEqual([]);
    expect(change([added()], { active: true })).toEqual([]);
  });

  test('only an active user can sign in', () => {
    const signIn = { type: 'SignIn', identityProviderId: 'sub' } as const;
    expect(given(user, [added()]).when(signIn)).toEqual([
      { type: 'UserSignedIn', data: { subject: 'ana', personal: { identityProviderId: 'sub' } } },
    ]);
    expect(() => given(user, [added(), deactivated]).when(signIn)).toThrow('user_blocked');
    expect(() => given(user, [invited]).when(signIn)).toThrow('user_blocked');
    expect(() => given(user, [added(), deleted]).when(signIn)).toThrow('not_found');
  });
});

describe('A user who changes themselves', () => {
  test.each<[string, UserChanges]>([
    ['deactivates', { active: false }],
    ['changes the role of', { role: 'user' }],
  ])('a command is rejected if the user %s themselves', (_, changes) => {
    expect(() => change([added('admin')], changes, herself('admin'))).toThrow('user_self');
  });

  test('a command is rejected if the user deletes themselves', () => {
    expect(() => remove([added('admin')], herself('admin'))).toThrow('user_self');
  });

  test('a change is accepted if it concerns only the user’s own name', () => {
    expect(change([added('manager')], { displayName: 'Ana Ruiz' }, herself('manager'))).toHaveLength(1);
  });
});

describe('Managers', () => {
  test.each<[string, UserChanges]>([
    ['rename', { displayName: 'X' }],
    ['deactivate', { active: false }],
    ['demote', { role: 'user' }],
  ])('managers cannot %s administrators', (_, changes) => {
    expect(() => change([added('admin')], changes, manager)).toThrow('not_authorized');
  });

  test('managers cannot make a user an administrator', () => {
    expect(() => change([added()], { role: 'admin' }, manager)).toThrow('not_authorized');
    expect(change([added()], { role: 'manager' }, manager)).toEqual([
      { type: 'UserRoleChanged', data: { role: 'manager' } },
    ]);
  });
});

describe('The last administrator', () => {
  const alone: Asking = { ...admin, hasOtherAdministrator: false };

  test('the last administrator cannot be deactivated, demoted or deleted', () => {
    expect(() => change([added('admin')], { active: false }, alone)).toThrow('last_administrator');
    expect(() => change([added('admin')], { role: 'user' }, alone)).toThrow('last_administrator');
    expect(() => remove([added('admin')], alone)).toThrow('last_administrator');
  });

  test('a deactivated administrator can be deleted even if no other administrator is active', () => {
    expect(remove([added('admin'), deactivated], alone)).toEqual([deleted]);
  });
});

describe('A deleted user', () => {
  test('a user is deleted only once', () => {
    expect(remove([added()])).toEqual([deleted]);
    expect(remove([added(), deleted])).toEqual([]);
  });

  test('a deleted user is not found by other commands', () => {
    expect(() => change([added(), deleted], { active: true })).toThrow('not_found');
  });
});

test('several changes are recorded together or not at all', () => {
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

test('a change records nothing if nothing differs', () => {
  expect(change([added()], { ...details, role: 'user', active: true, enforceTeamFilter: false })).toEqual([]);
});
