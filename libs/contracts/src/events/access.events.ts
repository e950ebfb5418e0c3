import type { Fact, Personal } from './event';

export type Role = 'admin' | 'manager' | 'user';

export type CustomerEvent = Fact<'CustomerRegistered', { name: string; domain: string; storageName: string }>;

export type UserEvent =
  | Fact<'UserAdded', Personal<{ displayName: string; email: string }> & { role: Role }>
  | Fact<'UserSettingChanged', { name: UserSettingName; value: string }>
  | Fact<'UserTeamFilterForced', { enforceTeamFilter: boolean; enforceUnassignedChats: boolean }>;

export type TeamEvent =
  | Fact<'TeamCreated', { name: string; colour: string }>
  | Fact<'TeamMemberAdded', { userId: string }>
  | Fact<'TeamMemberRemoved', { userId: string }>;

export const userSettingNames = ['language', 'timeNotation', 'enterToSend'] as const;
export type UserSettingName = (typeof userSettingNames)[number];
