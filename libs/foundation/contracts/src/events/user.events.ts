import type { Fact, Personal } from './event';
import type { SettingFacts } from './facts';

/** From the fewest rights to the most. */
export const roles = ['user', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

export type UserEvent =
  /** A user who needs no invitation: the first administrator, or a user who was created with the installation. */
  | Fact<'UserAdded', Personal<UserDetails> & { role: Role }>
  | Fact<'UserInvited', Personal<UserDetails> & { role: Role }>
  /**
   * Another invitation: links of earlier invitations no longer work. `at`: when an administrator requested it, ISO
   * 8601 UTC; null if
   * unknown.
   */
  | Fact<'InvitationRenewed', { at: string | null }>
  | Fact<'InvitationSent', Record<string, never>>
  | Fact<'InvitationFailed', { reason: MailFailure }>
  | Fact<'InvitationAccepted', Record<string, never>>
  | Fact<'UserDetailsChanged', Personal<UserDetails>>
  | Fact<'UserRoleChanged', { role: Role }>
  | Fact<'UserActivated', Record<string, never>>
  | Fact<'UserDeactivated', Record<string, never>>
  /**
   * `reassignTo`: who gets the user's open conversations; if both ids are null, the conversations become unassigned.
   */
  | Fact<'UserDeleted', { reassignTo: { userId: string | null; teamId: string | null } }>
  /** Recorded at each sign-in, with the user's id at the identity provider. */
  | Fact<'UserSignedIn', Personal<{ identityProviderId: string }>>
  | Fact<'UserSettingChanged', { name: UserSettingName; value: string }>
  | Fact<'UserSignatureChanged', Personal<{ html: string }>>
  /**
   * Signature for e-mails from one channel in place of the user's general signature; empty: the general one applies.
   */
  | Fact<'UserChannelSignatureChanged', Personal<{ html: string }> & { channelId: string }>
  | Fact<'UserStatusChanged', { status: OnlineStatus }>
  | Fact<'UserTeamFilterForced', { enforceTeamFilter: boolean; enforceUnassignedChats: boolean }>;

export interface UserDetails {
  displayName: string;
  email: string;
}

/**
 * Why the mail server did not accept a mail: the server was unreachable, rejected the address, or rejected our login
 * or mail.
 */
export type MailFailure = 'unreachable' | 'address_refused' | 'refused';

/** A user's own status, which colleagues see. */
export const onlineStatuses = ['available', 'away', 'offline'] as const;
export type OnlineStatus = (typeof onlineStatuses)[number];

/** Notifications that a user can switch on; the setting for the sound of each is named `soundN…`. */
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

/** The setting that decides whether the browser shows a notification while no window of Parley is open. */
export const pushOf = (name: NotificationName) => `pushN${name.slice(1)}` as PushName;

/** The setting that decides whether a notification plays a sound. */
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
