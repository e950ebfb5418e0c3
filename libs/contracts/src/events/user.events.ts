import type { Fact, Personal } from './event';

export type Role = 'admin' | 'manager' | 'user';

export type UserEvent =
  | Fact<'UserAdded', Personal<{ displayName: string; email: string }> & { role: Role }>
  | Fact<'UserSettingChanged', { name: UserSettingName; value: string }>
  | Fact<'UserTeamFilterForced', { enforceTeamFilter: boolean; enforceUnassignedChats: boolean }>;

export const userSettingNames = ['language', 'timeNotation', 'enterToSend'] as const;
export type UserSettingName = (typeof userSettingNames)[number];
