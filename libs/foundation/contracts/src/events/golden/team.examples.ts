import type { TeamEvent } from '../team.events';
import type { ExamplesOf } from './examples-of';
import { userId } from './ids';

export const teamExamples: ExamplesOf<TeamEvent> = {
  TeamCreated: [{ name: 'Sales', colour: '#3b4fd8' }],
  TeamDeleted: [{}],
  TeamDetailsChanged: [
    { name: 'Sales', colour: '#0f7b6c', email: 'sales@harbour.example', sendNotification: true },
    { name: 'Sales', colour: '#0f7b6c', email: null, sendNotification: false },
  ],
  TeamMemberAdded: [{ userId }],
  TeamMemberRemoved: [{ userId }],
};
