import type { TeamCount } from '@parley/contracts/api/conversations';
import { directoryQuery } from '../../lib/directory';
import type { Resource } from '../../lib/resource';

/** What the form of a team holds. */
export interface TeamForm {
  name: string;
  colour: string;
  email: string;
  sendNotification: boolean;
  userIds: string[];
}

/** How many open conversations each team has; others change it all the time. */
export const teamCountsQuery = directoryQuery<TeamCount>(
  'team-counts',
  [],
  '/api/v3/messaging/count/teams',
  0,
);

export const teams: Resource = { path: '/api/v3/teams', categories: 'team' };
