import type { ChannelEvent, ChannelSettings } from '@parley/contracts/events';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { given } from '@parley/event-sourcing/decider/given';
import { channel, type ChannelConnection } from './channel';

const connection: ChannelConnection = {
  name: 'WhatsApp',
  platform: 'whatsapp',
  provider: 'whatsapp-cloud',
  customerCareWindowLength: 24,
  readForAll: true,
  mandatoryAssign: false,
  teamIds: [],
  userIds: [],
  providerAccountId: '106540352242922',
  businessAccountId: null,
  apiBaseUrl: null,
  secrets: ['access-token'],
};
const connected = { type: 'ChannelConnected', data: connection } as const;
const disconnected = { type: 'ChannelDisconnected', data: {} } as const;
const changed = (settings: Partial<ChannelSettings>): ChannelEvent => ({
  type: 'ChannelSettingsChanged',
  data: { settings },
});

describe('connecting', () => {
  it('connects a channel', () => {
    expect(given(channel, []).when({ type: 'Connect', connection })).toEqual([connected]);
  });

  it('records nothing when the same connection is repeated', () => {
    expect(given(channel, [connected]).when({ type: 'Connect', connection: { ...connection } })).toEqual([]);
  });

  it('records a new API address and keeps the settings that changed since', () => {
    const moved = { ...connection, apiBaseUrl: 'https://graph.example' };
    const renamed = changed({ name: 'Support', mandatoryAssign: true });
    expect(given(channel, [connected, renamed]).when({ type: 'Connect', connection: moved })).toEqual([
      { type: 'ChannelConnected', data: { ...moved, name: 'Support', mandatoryAssign: true } },
    ]);
    expect(given(channel, [connected, renamed]).when({ type: 'Connect', connection })).toEqual([]);
  });

  it('disconnects a channel only once', () => {
    expect(given(channel, [connected]).when({ type: 'Disconnect' })).toEqual([disconnected]);
    expect(given(channel, [connected, disconnected]).when({ type: 'Disconnect' })).toEqual([]);
  });

  it('reconnects a disconnected channel with its account and settings', () => {
    expect(given(channel, [connected, disconnected]).when({ type: 'ConnectAgain' })).toEqual([connected]);
    expect(given(channel, [connected]).when({ type: 'ConnectAgain' })).toEqual([]);
  });

  it('keeps the settings that are not part of the connection when a channel is reconnected', () => {
    const before = [connected, changed({ highPriority: true, welcomeMessage: 'Hi' }), disconnected];
    expect(given(channel, [...before, connected]).state?.settings).toMatchObject({
      highPriority: true,
      welcomeMessage: 'Hi',
    });
  });
});

describe('settings', () => {
  it('records only changed settings', () => {
    const settings = {
      name: 'WhatsApp',
      highPriority: true,
      outOfOffice: { weekends: null, weekdays: null },
    };
    expect(given(channel, [connected]).when({ type: 'ChangeSettings', settings })).toEqual([
      changed({ highPriority: true }),
    ]);
  });

  it('records nothing for an equal value, in any order of its fields', () => {
    const autoArchive = { afterHours: 24, direction: 'in' } as const;
    const again = { direction: 'in', afterHours: 24 } as const;
    expect(
      given(channel, [connected, changed({ autoArchive })]).when({
        type: 'ChangeSettings',
        settings: { autoArchive: again },
      }),
    ).toEqual([]);
  });

  it('rejects an invalid setting and names its field', () => {
    const change = () =>
      given(channel, [connected]).when({ type: 'ChangeSettings', settings: { name: ' ' } });
    expect(change).toThrow(Rejected);
    expect(change).toThrow('channel_setting_invalid: name: required');
  });

  it('rejects commands for a channel that was never connected', () => {
    expect(() => given(channel, []).when({ type: 'ChangeSettings', settings: {} })).toThrow(NotFound);
    expect(() => given(channel, []).when({ type: 'Disconnect' })).toThrow(NotFound);
  });
});

describe('members', () => {
  const change = (teamIds: string[], userIds: string[]) =>
    ({ type: 'ChangeMembers', teamIds, userIds }) as const;

  it('compares members as sets, without order and repetition', () => {
    const facts = given(channel, [connected]).when(change(['b', 'a', 'b'], ['u']));
    expect(facts).toEqual([{ type: 'ChannelMembersChanged', data: { teamIds: ['a', 'b'], userIds: ['u'] } }]);
    expect(given(channel, [connected, ...facts]).when(change(['b', 'a'], ['u']))).toEqual([]);
  });
});

describe('credentials', () => {
  const secrets = [{ name: 'app-secret', lastFour: '0f1e' }];

  it('replaces each given secret and keeps the others', () => {
    const facts = given(channel, [connected]).when({ type: 'ChangeCredentials', secrets, expiresAt: null });
    expect(facts).toEqual([{ type: 'ChannelCredentialsChanged', data: { secrets, expiresAt: null } }]);
    expect(given(channel, [connected, ...facts]).state?.secrets).toEqual([
      { name: 'access-token', lastFour: null },
      { name: 'app-secret', lastFour: '0f1e' },
    ]);
  });

  it('records no change of credentials if no secret is given', () => {
    const none = { type: 'ChangeCredentials' as const, secrets: [], expiresAt: null };
    expect(given(channel, [connected]).when(none)).toEqual([]);
  });
});

describe('reading the mailbox', () => {
  const refused = { cause: 'auth', detail: 'Invalid credentials' } as const;
  const stopped = { type: 'ChannelReadingStopped', data: { ...refused, name: 'WhatsApp' } } as const;
  const resumed = { type: 'ChannelReadingResumed', data: {} } as const;
  const note = (what: typeof refused | null) => ({ type: 'NoteReading', stopped: what }) as const;

  it('records once that reading stopped, and once that it resumed', () => {
    expect(given(channel, [connected]).when(note(refused))).toEqual([stopped]);
    expect(given(channel, [connected, stopped]).when(note(refused))).toEqual([]);
    const away = { type: 'NoteReading', stopped: { cause: 'unreachable', detail: null } } as const;
    expect(given(channel, [connected, stopped]).when(away)).toEqual([]);
    expect(given(channel, [connected, stopped]).when(note(null))).toEqual([resumed]);
    expect(given(channel, [connected, stopped, resumed]).when(note(null))).toEqual([]);
  });

  it('records the next stop again once the credentials were replaced', () => {
    const replaced: ChannelEvent = {
      type: 'ChannelCredentialsChanged',
      data: { secrets: [], expiresAt: null },
    };
    expect(given(channel, [connected, stopped, replaced]).when(note(refused))).toEqual([stopped]);
  });
});
