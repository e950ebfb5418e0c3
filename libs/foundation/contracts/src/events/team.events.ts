import type { Fact } from './event';
import type { SettingFacts } from './facts';

export interface TeamDetails {
  name: string;
  /** `#rrggbb` in lower case. */
  colour: string;
  /** Address of the team's shared mailbox; null if it has none. */
  email: string | null;
  /** Whether the team gets an e-mail when a conversation is assigned to it. */
  sendNotification: boolean;
}

export type TeamEvent =
  | Fact<'TeamCreated', { name: string; colour: string }>
  | Fact<'TeamDetailsChanged', TeamDetails>
  | Fact<'TeamMemberAdded', { userId: string }>
  | Fact<'TeamMemberRemoved', { userId: string }>
  /**
   * The team's conversations lose it, its members leave it, and channels that were limited to it stay closed to
   * everyone else.
   */
  | Fact<'TeamDeleted', Record<string, never>>;

export const teamFacts: SettingFacts<TeamEvent, 'team'> = {
  category: 'team',
  isSetting: true,
  upcasters: {
    TeamCreated: [],
    TeamDetailsChanged: [],
    TeamMemberAdded: [],
    TeamMemberRemoved: [],
    TeamDeleted: [],
  },
};
