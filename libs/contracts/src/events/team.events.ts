import type { Fact } from './event';

export type TeamEvent =
  | Fact<'TeamCreated', { name: string; colour: string }>
  | Fact<'TeamMemberAdded', { userId: string }>
  | Fact<'TeamMemberRemoved', { userId: string }>;
