import type { Fact, Personal } from './event';

/** From the one that may least to the one that may all. */
export const roles = ['user', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

export type UserEvent =
  | Fact<'UserAdded', Personal<{ displayName: string; email: string }> & { role: Role }>
  | Fact<'UserSettingChanged', { name: UserSettingName; value: string }>
  | Fact<'UserSignatureChanged', Personal<{ html: string }>>
  | Fact<'UserStatusChanged', { status: OnlineStatus }>
  | Fact<'UserTeamFilterForced', { enforceTeamFilter: boolean; enforceUnassignedChats: boolean }>;

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
] as const;
export type NotificationName = (typeof notificationNames)[number];
export type SoundName = `soundN${NotificationName extends `n${infer Rest}` ? Rest : never}`;

/** The setting that says whether a notification sounds. */
export const soundOf = (name: NotificationName) => `soundN${name.slice(1)}` as SoundName;

export const userSettingNames = [
  'language',
  'timeNotation',
  'enterToSend',
  'smartInboxEnabled',
  'automaticSignature',
  ...notificationNames,
  ...notificationNames.map(soundOf),
] as const;
export type UserSettingName = (typeof userSettingNames)[number];
