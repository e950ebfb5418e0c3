import type { Fact, Personal } from './event';
import type { SettingFacts } from './facts';

/** From the one that may least to the one that may all. */
export const roles = ['user', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

export type UserEvent =
  /** Somebody who needs no invitation: the first administrator, and whoever came with the product. */
  | Fact<'UserAdded', Personal<UserDetails> & { role: Role }>
  | Fact<'UserInvited', Personal<UserDetails> & { role: Role }>
  /** Another invitation, after which the links of those before it open nothing. `at`: when somebody asked for it, if known. */
  | Fact<'InvitationRenewed', { at: string | null }>
  | Fact<'InvitationSent', Record<string, never>>
  | Fact<'InvitationFailed', { reason: MailFailure }>
  | Fact<'InvitationAccepted', Record<string, never>>
  | Fact<'UserDetailsChanged', Personal<UserDetails>>
  | Fact<'UserRoleChanged', { role: Role }>
  | Fact<'UserActivated', Record<string, never>>
  | Fact<'UserDeactivated', Record<string, never>>
  /** To whom their open conversations go: nobody where both are null. */
  | Fact<'UserDeleted', { reassignTo: { userId: string | null; teamId: string | null } }>
  /** Once for each sign-in, with the id by which the identity provider knows them. */
  | Fact<'UserSignedIn', Personal<{ identityProviderId: string }>>
  | Fact<'UserSettingChanged', { name: UserSettingName; value: string }>
  | Fact<'UserSignatureChanged', Personal<{ html: string }>>
  /** Under what they send from one mailbox, in the place of the other; empty: as everywhere. */
  | Fact<'UserChannelSignatureChanged', Personal<{ html: string }> & { channelId: string }>
  | Fact<'UserStatusChanged', { status: OnlineStatus }>
  | Fact<'UserTeamFilterForced', { enforceTeamFilter: boolean; enforceUnassignedChats: boolean }>;

export interface UserDetails {
  displayName: string;
  email: string;
}

/** Why a mail could not be handed over: the mail server is away, took the address for wrong, or refused us. */
export type MailFailure = 'unreachable' | 'address_refused' | 'refused';

/** Whether colleagues find somebody at work, as they say themselves. */
export const onlineStatuses = ['available', 'away', 'offline'] as const;
export type OnlineStatus = (typeof onlineStatuses)[number];

/** What one may be told of; each has a sound of its own name with `soundN…`. */
export const notificationNames = [
  'notifyConversationUnassigned',
  'notifyConversationAssigned',
  'notifyIncomingMessage',
  'notifyIncomingMessageNew',
  'notifyTeamchatStarted',
  'notifyTeamchatMessage',
  'notifyMention',
  'notifyScheduledFailed',
  'notifySla',
] as const;
export type NotificationName = (typeof notificationNames)[number];
export type SoundName = `soundN${NotificationName extends `n${infer Rest}` ? Rest : never}`;

export type PushName = `pushN${NotificationName extends `n${infer Rest}` ? Rest : never}`;

/** The setting that says whether the browser shows a notification while Parley is not open in it. */
export const pushOf = (name: NotificationName) => `pushN${name.slice(1)}` as PushName;

/** The setting that says whether a notification sounds. */
export const soundOf = (name: NotificationName) => `soundN${name.slice(1)}` as SoundName;

export const userSettingNames = [
  'language',
  'timeNotation',
  'enterToSend',
  'smartInboxEnabled',
  'automaticSignature',
  'undoSend',
  ...notificationNames,
  ...notificationNames.map(soundOf),
  ...notificationNames.map(pushOf),
  'pushShowsText',
  'quietHours',
  'quietFrom',
  'quietUntil',
  'tourInbox',
  'tourMenu',
  'tourSettings',
] as const;
export type UserSettingName = (typeof userSettingNames)[number];

export const userFacts: SettingFacts<UserEvent, 'user'> = {
  category: 'user',
  isSetting: true,
  upcasters: {
    UserAdded: [],
    UserInvited: [],
    InvitationRenewed: [(data) => ({ ...(data as object), at: null })],
    InvitationSent: [],
    InvitationFailed: [],
    InvitationAccepted: [],
    UserDetailsChanged: [],
    UserRoleChanged: [],
    UserActivated: [],
    UserDeactivated: [],
    UserDeleted: [],
    UserSignedIn: [],
    UserSettingChanged: [],
    UserSignatureChanged: [],
    UserChannelSignatureChanged: [],
    UserStatusChanged: [],
    UserTeamFilterForced: [],
  },
};
