import type { Provider } from '../channels/offers';
import type { Platform } from '../channels/platform';
import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type { MailboxSettings } from '../rules/mailbox-settings';
import type { SurveySettings } from '../rules/survey';
import type { WebChatSettings } from '../rules/web-chat-settings';

export type { Platform, Provider };

export type ChannelEvent =
  /** Connected for the first time, or anew: what it is set up with otherwise stays. */
  | Fact<
      'ChannelConnected',
      {
        name: string;
        platform: Platform;
        provider: Provider;
        customerCareWindowLength: number;
        readForAll: boolean;
        mandatoryAssign: boolean;
        /** Who may see it. Neither teams nor users: everyone in the organisation. */
        teamIds: string[];
        userIds: string[];
        /** The provider's own name of this account: WhatsApp's phone number id. */
        providerAccountId: string | null;
        /** What the account belongs to at its provider: the id of the WhatsApp Business Account. */
        businessAccountId: string | null;
        /** Where the provider's API is reached. */
        apiBaseUrl: string | null;
        /** Names of the sealed secrets that this channel has, as the provider's manifest names them. */
        secrets: string[];
      }
    >
  /** Only the settings that changed. */
  | Fact<'ChannelSettingsChanged', { settings: Partial<ChannelSettings> }>
  | Fact<'ChannelMembersChanged', { teamIds: string[]; userIds: string[] }>
  /** Only the secrets that were replaced; `expiresAt` where the provider says until when the token holds. */
  | Fact<'ChannelCredentialsChanged', { secrets: ChannelSecret[]; expiresAt: string | null }>
  /** Another sender of the account's: what is written to it comes to this channel, and is answered from it. */
  | Fact<'ChannelIdentityAdded', ChannelIdentity>
  | Fact<'ChannelIdentityRemoved', { identityId: string }>
  /** The provider judges what the account sends otherwise than before. */
  | Fact<'ChannelQualityChanged', ChannelQuality>
  /** Nothing comes from its mailbox: its server refuses us, or does not answer for long. */
  | Fact<'ChannelReadingStopped', ReadingStopped>
  | Fact<'ChannelReadingResumed', Record<string, never>>
  | Fact<'ChannelDisconnected', Record<string, never>>;

/** `auth`: it does not let us sign in. `unreachable`: it does not answer, or not as a mail server does. */
export interface ReadingStopped {
  cause: 'auth' | 'unreachable';
  /** In its own words; null where it said nothing. */
  detail: string | null;
  /** What colleagues call the channel by then. */
  name: string;
}

/** A sender of a channel beside its own account, whose identity has the channel's id. */
export interface ChannelIdentity {
  identityId: string;
  /** The provider's own name of it, as of an account. */
  accountId: string;
  /** What colleagues call it. */
  name: string;
}

/** How a provider judges what an account sends. */
export interface ChannelQuality {
  rating: 'high' | 'medium' | 'low';
  /** How many people it may write to first, by the provider's own word: `TIER_10K`. */
  limit: string | null;
}

/** What may be known of a sealed secret. */
export interface ChannelSecret {
  name: string;
  lastFour: string;
}

/** How a channel works. What each setting does is said where it is edited: `channels.settings.*` of the texts. */
export interface ChannelSettings {
  name: string;
  /** What colleagues call it; contacts never see it. */
  internalName: string | null;
  highPriority: boolean;
  /** Only the assignee may answer. */
  mandatoryAssign: boolean;
  /** Copied onto a conversation when it starts. */
  readForAll: boolean;
  /** Off: a reply is refused when a colleague answered after what its writer had seen. */
  doubleReply: boolean;
  automaticSignature: AutomaticSignature;
  autoArchive: AutoArchive | null;
  welcomeMessage: string | null;
  outOfOffice: { weekdays: string | null; weekends: string | null };
  /** Null: always open. */
  businessHours: BusinessHours | null;
  closingDates: ClosingDate[];
  unassignOnArchive: boolean;
  /** Whether its conversations may be deleted. */
  mayDelete: boolean;
  /** Hours after a contact's last message in which we may write freely; 0 is always. */
  customerCareWindowLength: number;
  /** Of a web chat alone; left out: as `webChatDefaults` say. */
  webChat?: WebChatSettings;
  /** Of e-mail alone; left out: as `mailboxDefaults` say. */
  mailbox?: MailboxSettings;
  /** Asked once a conversation was archived; left out or null: nothing is. */
  survey?: SurveySettings | null;
}

export const automaticSignatures = ['none', 'append-agent-name', 'prepend-agent-name-bold'] as const;
export type AutomaticSignature = (typeof automaticSignatures)[number];

/** Archives a conversation `afterHours` after its newest message of that direction. */
export interface AutoArchive {
  afterHours: number;
  direction: 'in' | 'out' | 'any';
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Open from `from` up to `to`, both HH:MM on the clock of the business; `to` may be 24:00. */
export interface OpenHours {
  from: string;
  to: string;
}

export interface BusinessHours {
  /** IANA: Europe/Amsterdam. */
  timeZone: string;
  days: Record<Weekday, OpenHours[]>;
}

/** A day on which the business is closed, whatever its hours say. */
export interface ClosingDate {
  /** YYYY-MM-DD in the time zone of the business hours. */
  date: string;
  name: string;
}

export const channelFacts: SettingFacts<ChannelEvent, 'channel'> = {
  category: 'channel',
  isSetting: true,
  upcasters: {
    ChannelConnected: [(data) => ({ ...(data as object), businessAccountId: null })],
    // There were no mailboxes before.
    ChannelSettingsChanged: [(data) => data],
    ChannelMembersChanged: [],
    ChannelCredentialsChanged: [],
    ChannelIdentityAdded: [],
    ChannelIdentityRemoved: [],
    ChannelQualityChanged: [],
    ChannelReadingStopped: [],
    ChannelReadingResumed: [],
    ChannelDisconnected: [],
  },
};
