import { userSettingNames, type CustomerEvent, type UserEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { customer } from './customer';
import { MAX_CHANNEL_SIGNATURES, SIGNATURE_LIMIT } from '@parley/contracts/rules/signature';
import { user } from './user';
import { userSettingValues, withDefaults } from './user-settings';

const harbour = { name: 'Harbour Bikes', domain: 'harbour.example', storageName: 'harbour' };
const added: UserEvent = {
  type: 'UserAdded',
  data: { subject: 'u1', personal: { displayName: 'Ana', email: 'ana@harbour.example' }, role: 'user' },
};

describe('An organisation', () => {
  test('an organisation is registered once', () => {
    expect(given(customer, []).when({ type: 'Register', ...harbour })).toEqual([
      { type: 'CustomerRegistered', data: harbour },
    ]);
    const registered = given(customer, [{ type: 'CustomerRegistered', data: harbour }]);
    expect(registered.when({ type: 'Register', ...harbour, name: 'Another' })).toEqual([]);
  });

  test('a domain with www is rejected', () => {
    const register = () =>
      given(customer, []).when({ type: 'Register', ...harbour, domain: 'www.harbour.example' });
    expect(register).toThrow('domain_invalid');
  });
});

describe('The settings of an organisation', () => {
  const registered: CustomerEvent = { type: 'CustomerRegistered', data: harbour };

  test('changing settings records only the values that differ', () => {
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
    ['clickablePhonePattern', 'https://dial.example/'],
    ['clickablePhonePattern', 'javascript:alert({number})'],
    ['openAiApiKey', 'sk-secret'],
    ['openAiApiKey', { secret: 's', lastFour: 'sk-secret' }],
    ['forcedTeamFilter', { enabled: true }],
    ['toString', true],
  ])('a setting cannot have the value %s = %j', (name, value) => {
    const change = () =>
      given(customer, [registered]).when({ type: 'ChangeSettings', settings: { [name]: value } });
    expect(change).toThrow('setting_invalid');
  });

  test('settings are not found for an organisation that was never registered', () => {
    expect(() => given(customer, []).when({ type: 'ChangeSettings', settings: {} })).toThrow('not_found');
  });
});

describe('A request for more users than agreed', () => {
  const registered: CustomerEvent = { type: 'CustomerRegistered', data: harbour };
  const limited: CustomerEvent = { type: 'CustomerSettingChanged', data: { name: 'limitUsers', value: 10 } };
  const requested: CustomerEvent = { type: 'UserLimitRaiseRequested', data: { limit: 10, wanted: 25 } };
  const request = (events: CustomerEvent[], wanted: number) =>
    given(customer, [registered, ...events]).when({ type: 'RequestUsers', wanted });

  test('a request for more users is recorded once, until the limit changes', () => {
    expect(request([limited], 25)).toEqual([requested]);
    expect(request([limited, requested], 25)).toEqual([]);
    expect(request([limited, requested], 30)).toHaveLength(1);
    expect(request([limited, requested, limited], 25)).toEqual([requested]);
  });

  test('a request for more users is rejected if it does not exceed the limit, or if there is no limit', () => {
    expect(() => request([limited], 10)).toThrow('setting_invalid');
    expect(() => request([], 25)).toThrow('setting_invalid');
  });
});

describe('A user', () => {
  const add = {
    type: 'Add',
    userId: 'u1',
    displayName: 'Ana',
    email: 'ana@harbour.example',
    role: 'user',
  } as const;

  test('a user is added once', () => {
    expect(given(user, []).when(add)).toEqual([added]);
    expect(given(user, [added]).when({ ...add, role: 'admin' })).toEqual([]);
  });

  test('changing settings records only those that differ, by the last value of each name', () => {
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
    ['automaticSignature', 'shouted'],
    ['notifyIncomingMessage', 'true'],
  ] as const)('a user cannot set %s to "%s"', (name, value) => {
    const change = () => given(user, [added]).when({ type: 'ChangeSettings', settings: [{ name, value }] });
    expect(change).toThrow('setting_invalid');
  });

  test('a user has a default for every setting except the language', () => {
    expect(Object.keys(userSettingValues).sort()).toEqual([...userSettingNames].sort());
    const chosen = withDefaults([{ name: 'timeNotation', value: '12' }]);
    expect(chosen).toHaveLength(userSettingNames.length - 1);
    expect(chosen).toEqual(
      expect.arrayContaining([
        { name: 'timeNotation', value: '12' },
        { name: 'enterToSend', value: '1' },
        { name: 'automaticSignature', value: 'as-channel' },
        { name: 'notifyIncomingMessage', value: '0' },
        { name: 'soundNotifyTeamchatStarted', value: '0' },
      ]),
    );
    expect(chosen.map(({ name }) => name)).not.toContain('language');
    expect(withDefaults([{ name: 'language', value: 'nl' }])).toHaveLength(userSettingNames.length);
  });

  test('a user has a signature of at most 250 KB, recorded only if it differs', () => {
    const change = (html: string) => ({ type: 'ChangeSignature', userId: 'u1', html }) as const;
    const signed = given(user, [added]).when(change('<p>Ana</p>'));
    expect(signed).toEqual([
      { type: 'UserSignatureChanged', data: { subject: 'u1', personal: { html: '<p>Ana</p>' } } },
    ]);
    expect(given(user, [added, ...signed]).when(change('<p>Ana</p>'))).toEqual([]);
    expect(given(user, [added]).when(change(''))).toEqual([]);
    expect(given(user, [added]).when(change('a'.repeat(SIGNATURE_LIMIT)))).toHaveLength(1);
    // The limit is in bytes, and é takes two.
    const tooLarge = () => given(user, [added]).when(change('é'.repeat(SIGNATURE_LIMIT / 2 + 1)));
    expect(tooLarge).toThrow('signature_too_large');
  });

  test('a user has separate signatures for at most 50 mailboxes, each of at most 250 KB', () => {
    const change = (html: string, channelId = 'repairs') =>
      ({ type: 'ChangeChannelSignature', userId: 'u1', channelId, html }) as const;
    const changed = (html: string, channelId = 'repairs') =>
      ({
        type: 'UserChannelSignatureChanged',
        data: { subject: 'u1', personal: { html }, channelId },
      }) as const;
    expect(given(user, [added]).when(change('<p>Ana</p>'))).toEqual([changed('<p>Ana</p>')]);
    expect(given(user, [added, changed('<p>Ana</p>')]).when(change('<p>Ana</p>'))).toEqual([]);
    expect(given(user, [added, changed('<p>Ana</p>')]).when(change(''))).toEqual([changed('')]);
    expect(given(user, [added]).when(change(''))).toEqual([]);
    const tooLarge = () => given(user, [added]).when(change('é'.repeat(SIGNATURE_LIMIT / 2 + 1)));
    expect(tooLarge).toThrow('signature_too_large');
    const all = Array.from({ length: MAX_CHANNEL_SIGNATURES }, (_, n) => changed('Ana', `mailbox ${n}`));
    expect(() => given(user, [added, ...all]).when(change('Ana'))).toThrow('too_many_signatures');
    expect(given(user, [added, ...all]).when(change('Bea', 'mailbox 0'))).toHaveLength(1);
    expect(given(user, [added, ...all, changed('', 'mailbox 0')]).when(change('Ana'))).toHaveLength(1);
  });

  test('a user is offline at first, and a status is recorded only when it changes', () => {
    const say = (status: 'available' | 'offline') => ({ type: 'ChangeStatus', status }) as const;
    expect(given(user, [added]).when(say('offline'))).toEqual([]);
    const available = given(user, [added]).when(say('available'));
    expect(available).toEqual([{ type: 'UserStatusChanged', data: { status: 'available' } }]);
    expect(given(user, [added, ...available]).when(say('available'))).toEqual([]);
    expect(given(user, [added, ...available]).when(say('offline'))).toHaveLength(1);
  });

  test('a user who was never added is not found', () => {
    expect(() => given(user, []).when({ type: 'ChangeSettings', settings: [] })).toThrow('not_found');
  });
});

describe('The domains of an organisation', () => {
  const registered: CustomerEvent = { type: 'CustomerRegistered', data: harbour };
  const added: CustomerEvent = { type: 'CustomerDomainAdded', data: { domain: 'chat.harbour.example' } };
  const add = { type: 'AddDomain', domain: 'chat.harbour.example' } as const;
  const remove = { type: 'RemoveDomain', domain: 'harbour.example' } as const;

  test('a domain is added once', () => {
    expect(given(customer, [registered]).when(add)).toEqual([added]);
    expect(given(customer, [registered, added]).when(add)).toEqual([]);
    expect(given(customer, [registered]).when({ ...add, domain: 'harbour.example' })).toEqual([]);
  });

  test('domains are rejected unless they are host names without www', () => {
    for (const domain of ['www.harbour.example', 'localhost', 'Chat.harbour.example', 'a b.example'])
      expect(() => given(customer, [registered]).when({ ...add, domain })).toThrow('domain_invalid');
  });

  test('a domain is removed once, unless it is the last one', () => {
    expect(() => given(customer, [registered]).when(remove)).toThrow('domain_last');
    const removed: CustomerEvent = { type: 'CustomerDomainRemoved', data: { domain: 'harbour.example' } };
    expect(given(customer, [registered, added]).when(remove)).toEqual([removed]);
    expect(given(customer, [registered, added, removed]).when(remove)).toEqual([]);
  });

  test('domains are rejected for an organisation that was never registered', () => {
    expect(() => given(customer, []).when(add)).toThrow('not_found');
  });
});
