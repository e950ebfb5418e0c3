import type { Fact } from './event';
import type { SettingFacts } from './facts';

export interface TeamDetails {
  name: string;
  /** `#rrggbb`, in lower case. */
  colour: string;
  /** Where the team reads mail together. */
  email: string | null;
  /** Whether it gets a mail when a conversation is assigned to it. */
  sendNotification: boolean;
}

export type TeamEvent =
  | Fact<'TeamCreated', { name: string; colour: string }>
  | Fact<'TeamDetailsChanged', TeamDetails>
  | Fact<'TeamMemberAdded', { userId: string }>
  | Fact<'TeamMemberRemoved', { userId: string }>
  /** Its conversations lose it, its members leave it, and its channels stay closed to others. */
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
