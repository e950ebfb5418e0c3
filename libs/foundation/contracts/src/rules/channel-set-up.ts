import type {
  ChannelEvent,
  ChannelIdentity,
  ChannelQuality,
  ChannelSettings,
  Platform,
  Provider,
  ReadingStopped,
} from '../events/channel.events';

/** A channel as its facts leave it. Everybody who folds channels folds them with `channelAfter`. */
export interface ChannelSetUp {
  platform: Platform;
  provider: Provider;
  providerAccountId: string | null;
  businessAccountId: string | null;
  apiBaseUrl: string | null;
  isConnected: boolean;
  settings: ChannelSettings;
  /** Who may see it. Neither teams nor users: everyone in the organisation. */
  teamIds: string[];
  userIds: string[];
  /** Its sealed secrets; `lastFour` is null where it was not told. */
  secrets: { name: string; lastFour: string | null }[];
  /** Until when its token holds, as far as the provider said. */
  expiresAt: string | null;
  /** Its senders beside its own account, in the order in which they came. */
  identities: ChannelIdentity[];
  /** What the provider last made of what it sends, as far as it said. */
  quality: ChannelQuality | null;
  /** Why its mailbox is not being read; left out or null: it is. */
  stopped?: ReadingStopped['cause'] | null;
}

/** What a channel does until somebody changes it. */
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

/** Folds one fact. Null: a channel of which nothing that counts is known yet. */
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
      // It is tried anew.
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
