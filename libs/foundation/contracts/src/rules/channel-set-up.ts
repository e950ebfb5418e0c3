import type {
  ChannelEvent,
  ChannelIdentity,
  ChannelQuality,
  ChannelSettings,
  Platform,
  Provider,
  ReadingStopped,
} from '../events/channel.events';

/** State of a channel, folded from its events. All views and deciders that fold channel events use `channelAfter`. */
export interface ChannelSetUp {
  platform: Platform;
  provider: Provider;
  providerAccountId: string | null;
  businessAccountId: string | null;
  apiBaseUrl: string | null;
  isConnected: boolean;
  settings: ChannelSettings;
  /** Teams and users who may see the channel. If both lists are empty, everyone in the organisation may. */
  teamIds: string[];
  userIds: string[];
  /** The channel's encrypted secrets; `lastFour` is null if no event contains the last characters. */
  secrets: { name: string; lastFour: string | null }[];
  /** When the token expires, ISO 8601 UTC; null if the provider did not state it. */
  expiresAt: string | null;
  /** The channel's senders in addition to its own account, oldest first. */
  identities: ChannelIdentity[];
  /** The provider's last rating of what the account sends; null if the provider sent none. */
  quality: ChannelQuality | null;
  /** Why the server cannot read the mailbox; absent or null if it can. */
  stopped?: ReadingStopped['cause'] | null;
}

/** Initial settings of a channel. */
export const channelDefaults: Omit<
  ChannelSettings,
  'name' | 'mandatoryAssign' | 'readForAll' | 'customerCareWindowLength'
> = {
  internalName: null,
  highPriority: false,
  doubleReply: true,
  automaticSignature: 'none',
  autoArchive: null,
  welcomeMessage: null,
  outOfOffice: { weekdays: null, weekends: null },
  businessHours: null,
  closingDates: [],
  unassignOnArchive: false,
  mayDelete: false,
};

/** Folds one event. Null: the channel was not connected yet. */
export function channelAfter(before: ChannelSetUp | null, event: ChannelEvent): ChannelSetUp | null {
  if (event.type === 'ChannelConnected') {
    const { name, mandatoryAssign, readForAll, customerCareWindowLength, secrets, ...rest } = event.data;
    const known = new Map(before?.secrets.map((secret) => [secret.name, secret.lastFour]));
    return {
      ...rest,
      isConnected: true,
      settings: {
        ...(before?.settings ?? channelDefaults),
        ...{ name, mandatoryAssign, readForAll, customerCareWindowLength },
      },
      secrets: secrets.map((secret) => ({ name: secret, lastFour: known.get(secret) ?? null })),
      expiresAt: before?.expiresAt ?? null,
      identities: before?.identities ?? [],
      quality: before?.quality ?? null,
      // After connecting again the worker retries to read the mailbox.
      stopped: null,
    };
  }
  if (!before) return null;
  switch (event.type) {
    case 'ChannelSettingsChanged':
      return { ...before, settings: { ...before.settings, ...event.data.settings } };
    case 'ChannelMembersChanged':
      return { ...before, teamIds: event.data.teamIds, userIds: event.data.userIds };
    case 'ChannelCredentialsChanged': {
      const replaced = new Set(event.data.secrets.map(({ name }) => name));
      const kept = before.secrets.filter(({ name }) => !replaced.has(name));
      const secrets = [...kept, ...event.data.secrets].sort((a, b) => (a.name < b.name ? -1 : 1));
      return { ...before, secrets, expiresAt: event.data.expiresAt, stopped: null };
    }
    case 'ChannelIdentityAdded':
      return { ...before, identities: [...(before.identities ?? []), event.data] };
    case 'ChannelIdentityRemoved':
      return {
        ...before,
        identities: (before.identities ?? []).filter(
          ({ identityId }) => identityId !== event.data.identityId,
        ),
      };
    case 'ChannelQualityChanged':
      return { ...before, quality: event.data };
    case 'ChannelReadingStopped':
      return { ...before, stopped: event.data.cause };
    case 'ChannelReadingResumed':
      return { ...before, stopped: null };
    case 'ChannelDisconnected':
      return { ...before, isConnected: false };
    default:
      return before;
  }
}
