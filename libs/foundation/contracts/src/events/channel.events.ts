import type { Provider } from '../channels/offers';
import type { Platform } from '../channels/platform';
import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type { MailboxSettings } from '../rules/mailbox-settings';
import type { SurveySettings } from '../rules/survey';
import type { WebChatSettings } from '../rules/web-chat-settings';

export type { Platform, Provider };

export type ChannelEvent =
  /** Connected for the first time or again; settings that this event does not contain keep their value. */
  | Fact<
      'ChannelConnected',
      {
        name: string;
        platform: Platform;
        provider: Provider;
        customerCareWindowLength: number;
        readForAll: boolean;
        mandatoryAssign: boolean;
        /** Teams and users who may see the channel. If both lists are empty, everyone in the organisation may. */
        teamIds: string[];
        userIds: string[];
        /** The provider's id of this account, such as WhatsApp's phone number id; null if there is none. */
        providerAccountId: string | null;
        /** The account's parent at the provider, the id of the WhatsApp Business Account; null if there is none. */
        businessAccountId: string | null;
        /** Base URL of the provider's API; null: the provider's usual one. */
        apiBaseUrl: string | null;
        /** Names of the encrypted secrets that this channel has, as in the provider's manifest. */
        secrets: string[];
      }
    >
  /** Contains only the settings that changed. */
  | Fact<'ChannelSettingsChanged', { settings: Partial<ChannelSettings> }>
  | Fact<'ChannelMembersChanged', { teamIds: string[]; userIds: string[] }>
  /**
   * Only the secrets that were replaced. `expiresAt`: when the token expires, null if the provider does not state it.
   */
  | Fact<'ChannelCredentialsChanged', { secrets: ChannelSecret[]; expiresAt: string | null }>
  /** The account has another sender: messages to it arrive in this channel, and replies go out from it. */
  | Fact<'ChannelIdentityAdded', ChannelIdentity>
  | Fact<'ChannelIdentityRemoved', { identityId: string }>
  /** The provider rates what the account sends differently than before. */
  | Fact<'ChannelQualityChanged', ChannelQuality>
  /** No mail arrives from the mailbox: its server rejects the login, or has not responded for long. */
  | Fact<'ChannelReadingStopped', ReadingStopped>
  | Fact<'ChannelReadingResumed', Record<string, never>>
  | Fact<'ChannelDisconnected', Record<string, never>>;

/** `auth`: the mail server rejects the login. `unreachable`: it does not respond, or not as a mail server does. */
export interface ReadingStopped {
  cause: 'auth' | 'unreachable';
  /** The server's own error text; null if it sent none. */
  detail: string | null;
  /** The channel's name for colleagues at that time. */
  name: string;
}

/**
 * An additional sender of a channel. The channel's own account is a sender, too, and its identity id is the channel's
 * id.
 */
export interface ChannelIdentity {
  identityId: string;
  /** The provider's id of this sender. */
  accountId: string;
  /** The sender's name for colleagues. */
  name: string;
}

/** A provider's rating of what an account sends. */
export interface ChannelQuality {
  rating: 'high' | 'medium' | 'low';
  /**
   * The provider's tier for the number of people whom the account may write to first, such as `TIER_10K`; null if
   * unknown.
   */
  limit: string | null;
}

/** The parts of an encrypted secret that may be shown. */
export interface ChannelSecret {
  name: string;
  lastFour: string;
}

/** Settings of a channel. The texts `channels.settings.*` of the settings page explain each one. */
export interface ChannelSettings {
  name: string;
  /** Name that only colleagues see; null: they see `name`. */
  internalName: string | null;
  highPriority: boolean;
  /** Whether only the assignee may reply. */
  mandatoryAssign: boolean;
  /** True: an agent who reads a message marks it as read for all. A conversation copies the value when it starts. */
  readForAll: boolean;
  /** False: a reply is refused if a colleague replied after the newest message that its writer had seen. */
  doubleReply: boolean;
  automaticSignature: AutomaticSignature;
  autoArchive: AutoArchive | null;
  welcomeMessage: string | null;
  outOfOffice: { weekdays: string | null; weekends: string | null };
  /** Null: always open. */
  businessHours: BusinessHours | null;
  closingDates: ClosingDate[];
  unassignOnArchive: boolean;
  /** Whether users may delete the channel's conversations. */
  mayDelete: boolean;
  /** Care window: hours after a contact's last message in which free text is allowed; 0: always. */
  customerCareWindowLength: number;
  /** Present only for web chats; if absent, `webChatDefaults` apply. */
  webChat?: WebChatSettings;
  /** Present only for e-mail channels; if absent, `mailboxDefaults` apply. */
  mailbox?: MailboxSettings;
  /** The satisfaction survey after archiving; absent or null: there is none. */
  survey?: SurveySettings | null;
}

export const automaticSignatures = ['none', 'append-agent-name', 'prepend-agent-name-bold'] as const;
export type AutomaticSignature = (typeof automaticSignatures)[number];

/** Archives a conversation `afterHours` after its newest message in that direction. */
export interface AutoArchive {
  afterHours: number;
  direction: 'in' | 'out' | 'any';
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Open from `from` until `to`, both HH:MM in the time zone of the business hours; `to` may be 24:00. */
export interface OpenHours {
  from: string;
  to: string;
}

export interface BusinessHours {
  /** IANA name, such as Europe/Amsterdam. */
  timeZone: string;
  days: Record<Weekday, OpenHours[]>;
}

/** A day on which the business is closed regardless of its hours. */
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
    // Version 1 is from before mailboxes existed; the shape only gained an optional field.
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
