import type { CustomerEvent, UserEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { isAllowed, rulesOf } from './abilities';
import { customer } from './customer';
import { user } from './user';

const harbour = { name: 'Harbour Bikes', domain: 'harbour.example', storageName: 'harbour' };
const added: UserEvent = {
  type: 'UserAdded',
  data: { subject: 'u1', personal: { displayName: 'Ana', email: 'ana@harbour.example' }, role: 'user' },
};

describe('a customer', () => {
  test('is registered once', () => {
    expect(given(customer, []).when({ type: 'Register', ...harbour })).toEqual([
      { type: 'CustomerRegistered', data: harbour },
    ]);
    const registered = given(customer, [{ type: 'CustomerRegistered', data: harbour }]);
    expect(registered.when({ type: 'Register', ...harbour, name: 'Another' })).toEqual([]);
  });

  test('signs in under a domain without www', () => {
    const register = () =>
      given(customer, []).when({ type: 'Register', ...harbour, domain: 'www.harbour.example' });
    expect(register).toThrow('domain_invalid');
  });
});

describe('the settings of a customer', () => {
  const registered: CustomerEvent = { type: 'CustomerRegistered', data: harbour };

  test('change only where they differ', () => {
    const changed: CustomerEvent = {
      type: 'CustomerSettingChanged',
      data: { name: 'limitUsers', value: 5 },
    };
    const settings = { limitUsers: 5, expandedTeamFilter: true, apiEnabled: false, openAiApiKey: null };
    expect(given(customer, [registered, changed]).when({ type: 'ChangeSettings', settings })).toEqual([
      { type: 'CustomerSettingChanged', data: { name: 'expandedTeamFilter', value: true } },
    ]);
  });

  test.each<[string, unknown]>([
    ['expandedTeamFilter', 'yes'],
    ['limitUsers', -2],
    ['limitUsers', 1.5],
    ['flowsLimit', '10'],
    ['billingMonths', 6],
    ['customDataRetentionDays', 0],
    ['noticeText', 'x'.repeat(501)],
    ['openAiApiKey', 'sk-secret'],
    ['openAiApiKey', { secret: 's', lastFour: 'sk-secret' }],
    ['forcedTeamFilter', { enabled: true }],
    ['toString', true],
  ])('cannot be %s = %j', (name, value) => {
    const change = () =>
      given(customer, [registered]).when({ type: 'ChangeSettings', settings: { [name]: value } });
    expect(change).toThrow('setting_invalid');
  });

  test('of one that was never registered are not found', () => {
    expect(() => given(customer, []).when({ type: 'ChangeSettings', settings: {} })).toThrow('not_found');
  });
});

describe('a user', () => {
  const add = {
    type: 'Add',
    userId: 'u1',
    displayName: 'Ana',
    email: 'ana@harbour.example',
    role: 'user',
  } as const;

  test('is added once', () => {
    expect(given(user, []).when(add)).toEqual([added]);
    expect(given(user, [added]).when({ ...add, role: 'admin' })).toEqual([]);
  });

  test('changes only the settings that differ, the last value of a name counting', () => {
    const changed: UserEvent = { type: 'UserSettingChanged', data: { name: 'language', value: 'nl' } };
    expect(
      given(user, [added, changed]).when({
        type: 'ChangeSettings',
        settings: [
          { name: 'language', value: 'nl' },
          { name: 'enterToSend', value: '1' },
          { name: 'timeNotation', value: '24' },
          { name: 'timeNotation', value: '12' },
        ],
      }),
    ).toEqual([{ type: 'UserSettingChanged', data: { name: 'timeNotation', value: '12' } }]);
  });

  test.each([
    ['language', 'fr'],
    ['timeNotation', '25'],
    ['enterToSend', ''],
  ] as const)('cannot set %s to "%s"', (name, value) => {
    const change = () => given(user, [added]).when({ type: 'ChangeSettings', settings: [{ name, value }] });
    expect(change).toThrow('setting_invalid');
  });

  test('has a team filter that is forced once', () => {
    const force = {
      type: 'ForceTeamFilter',
      enforceTeamFilter: true,
      enforceUnassignedChats: false,
    } as const;
    const forced = given(user, [added]).when(force);
    expect(forced).toEqual([
      { type: 'UserTeamFilterForced', data: { enforceTeamFilter: true, enforceUnassignedChats: false } },
    ]);
    expect(given(user, [added, ...forced]).when(force)).toEqual([]);
  });

  test('who was never added is not found', () => {
    expect(() => given(user, []).when({ type: 'ChangeSettings', settings: [] })).toThrow('not_found');
  });
});

describe('abilities', () => {
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
    ['customerSettings', 'update', 'admin'],
    ['developers', 'read', 'admin'],
    ['whitelistedIps', 'update', 'admin'],
    ['anything-new', 'read', 'admin'],
  ])('%s:%s is for %s', (subject, action, expected) => {
    const allowed = (['admin', 'manager', 'user'] as const).filter((role) =>
      isAllowed(role, { contactsModuleForAgentsEnabled: false }, action, subject),
    );
    expect(allowed.join(' ')).toBe(expected);
  });

  test('agents have contacts where their organisation has the module for them, and nothing else besides', () => {
    const settings = { contactsModuleForAgentsEnabled: true };
    expect(isAllowed('user', settings, 'update', 'contacts')).toBe(true);
    expect(isAllowed('user', settings, 'read', 'engage')).toBe(false);
    expect(rulesOf('manager', settings)).toEqual(
      rulesOf('manager', { contactsModuleForAgentsEnabled: false }),
    );
  });

  test('reach the client as rules', () => {
    const settings = { contactsModuleForAgentsEnabled: false };
    expect(rulesOf('admin', settings)).toEqual([{ action: 'manage', subject: 'all' }]);
    expect(rulesOf('user', settings)).toContainEqual({ action: 'read', subject: 'auth' });
  });
});
