import { brokenRules } from '@parley/contracts/rules/channel-rules';
import {
  channelAfter,
  type ChannelEvent,
  type ChannelIdentity,
  type ChannelQuality,
  type ChannelSecret,
  type ChannelSettings,
  type ChannelSetUp,
  type DataOf,
  type ReadingStopped,
} from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

/** The account and first settings with which a channel is connected. */
export type ChannelConnection = DataOf<'ChannelConnected'>;

export type ChannelCommand =
  /** Connects a channel, or changes its account or secrets. Its settings stay. */
  | { type: 'Connect'; connection: ChannelConnection }
  | { type: 'ConnectAgain' }
  | { type: 'Disconnect' }
  | { type: 'ChangeSettings'; settings: Partial<ChannelSettings> }
  | { type: 'ChangeMembers'; teamIds: string[]; userIds: string[] }
  | { type: 'AddIdentity'; identity: ChannelIdentity }
  | { type: 'RemoveIdentity'; identityId: string }
  | { type: 'NoteQuality'; quality: ChannelQuality }
  /** `stopped` is null if the mailbox can be read. */
  | { type: 'NoteReading'; stopped: Omit<ReadingStopped, 'name'> | null }
  | { type: 'ChangeCredentials'; secrets: ChannelSecret[]; expiresAt: string | null };

const MAX_IDENTITIES = 50;

export type ChannelState = ChannelSetUp | null;

/** A channel: one account at one provider. */
export const channel: Decider<ChannelCommand, ChannelState, ChannelEvent> = {
  initialState: null,

  decide(command, state) {
    if (command.type === 'Connect') return connect(command.connection, state);
    if (!state) throw new NotFound();
    switch (command.type) {
      case 'ConnectAgain':
        return state.isConnected ? [] : [{ type: 'ChannelConnected', data: connectionOf(state) }];
      case 'Disconnect':
        return state.isConnected ? [{ type: 'ChannelDisconnected', data: {} }] : [];
      case 'ChangeSettings':
        return changeSettings(command.settings, state);
      case 'ChangeMembers': {
        const members = { teamIds: asSet(command.teamIds), userIds: asSet(command.userIds) };
        const before = { teamIds: asSet(state.teamIds), userIds: asSet(state.userIds) };
        return isSame(members, before) ? [] : [{ type: 'ChannelMembersChanged', data: members }];
      }
      case 'AddIdentity': {
        const { identity } = command;
        if (state.identities.some(({ identityId }) => identityId === identity.identityId)) return [];
        if (state.providerAccountId === identity.accountId) throw new Rejected('channel_account_taken');
        if (state.identities.length >= MAX_IDENTITIES) throw new Rejected('too_many_identities');
        return [{ type: 'ChannelIdentityAdded', data: identity }];
      }
      case 'RemoveIdentity': {
        const { identityId } = command;
        const isThere = state.identities.some((identity) => identity.identityId === identityId);
        return isThere ? [{ type: 'ChannelIdentityRemoved', data: { identityId } }] : [];
      }
      case 'NoteQuality':
        return isSame(command.quality, state.quality)
          ? []
          : [{ type: 'ChannelQualityChanged', data: command.quality }];
      case 'NoteReading': {
        const { stopped } = command;
        // The cause may change with each try; administrators are notified only of the first.
        if (!state.isConnected || (stopped === null) === !state.stopped) return [];
        return stopped
          ? [{ type: 'ChannelReadingStopped', data: { ...stopped, name: nameOf(state) } }]
          : [{ type: 'ChannelReadingResumed', data: {} }];
      }
      case 'ChangeCredentials': {
        // Recorded even if the last four characters stay the same: the rest of the secret may differ.
        const { secrets, expiresAt } = command;
        return secrets.length === 0
          ? []
          : [{ type: 'ChannelCredentialsChanged', data: { secrets, expiresAt } }];
      }
    }
  },

  evolve: channelAfter,
};

function nameOf({ settings }: ChannelSetUp): string {
  return settings.internalName || settings.name;
}

function connect(connection: ChannelConnection, state: ChannelState): ChannelEvent[] {
  if (!state) return [{ type: 'ChannelConnected', data: connection }];
  const { platform, provider, providerAccountId, businessAccountId, apiBaseUrl, secrets } = connection;
  const data = {
    ...connectionOf(state),
    ...{ platform, provider, providerAccountId, businessAccountId, apiBaseUrl },
    secrets: asSet([...secrets, ...state.secrets.map(({ name }) => name)]),
  };
  if (state.isConnected && isSame(data, connectionOf(state))) return [];
  return [{ type: 'ChannelConnected', data }];
}

/** The connection with its present settings, which may have changed since the channel was connected. */
function connectionOf(state: ChannelSetUp): ChannelConnection {
  const { settings, teamIds, userIds, secrets } = state;
  const { platform, provider, providerAccountId, businessAccountId, apiBaseUrl } = state;
  const { name, customerCareWindowLength, readForAll, mandatoryAssign } = settings;
  return {
    ...{ name, platform, provider, customerCareWindowLength, readForAll, mandatoryAssign },
    ...{ teamIds, userIds, providerAccountId, businessAccountId, apiBaseUrl },
    secrets: asSet(secrets.map((secret) => secret.name)),
  };
}

/** @throws Rejected `channel_setting_invalid` if a setting breaks a rule */
function changeSettings(given: Partial<ChannelSettings>, state: ChannelSetUp): ChannelEvent[] {
  const settings = trimmed(given);
  const broken = brokenRules(settings, state);
  if (broken.length > 0) {
    const detail = broken.map(({ field, rule }) => `${field}: ${rule}`).join(', ');
    throw new Rejected('channel_setting_invalid', detail, broken);
  }
  const names = Object.keys(settings) as (keyof ChannelSettings)[];
  const changed = names.filter(
    (name) => settings[name] !== undefined && !isSame(settings[name], state.settings[name]),
  );
  if (changed.length === 0) return [];
  const data = { settings: Object.fromEntries(changed.map((name) => [name, settings[name]])) };
  return [{ type: 'ChannelSettingsChanged', data }];
}

/** Removes blanks around names, and turns blank texts into null. */
function trimmed(settings: Partial<ChannelSettings>): Partial<ChannelSettings> {
  const { name, internalName, welcomeMessage, outOfOffice } = settings;
  const orNone = (text: string | null) => (text?.trim() ? text : null);
  return {
    ...settings,
    ...(name !== undefined && { name: name.trim() }),
    ...(internalName !== undefined && { internalName: internalName?.trim() || null }),
    ...(welcomeMessage !== undefined && { welcomeMessage: orNone(welcomeMessage) }),
    ...(outOfOffice && {
      outOfOffice: { weekdays: orNone(outOfOffice.weekdays), weekends: orNone(outOfOffice.weekends) },
    }),
  };
}

function asSet(values: string[]): string[] {
  return [...new Set(values)].sort();
}

/** Whether two values of the log are equal, in any order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other;
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every((name) => isSame((one as Named)[name], (other as Named)[name]))
  );
}

type Named = Record<string, unknown>;
