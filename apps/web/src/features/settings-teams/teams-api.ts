import type { TeamCount } from '@parley/contracts/api/conversations';
import { directoryQuery } from '../../lib/directory';
import type { Resource } from '../../lib/resource';

export interface TeamForm {
  name: string;
  colour: string;
  email: string;
  sendNotification: boolean;
  userIds: string[];
}

/** Query for the number of open conversations per team. Never cached, because it changes all the time. */
export const teamCountsQuery = directoryQuery<TeamCount>(
  'team-counts',
  [],
  '/api/v3/messaging/count/teams',
  0,
);

export const teams: Resource = { path: '/api/v3/teams', categories: 'team' };
