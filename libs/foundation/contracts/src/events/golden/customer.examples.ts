import type { CustomerEvent } from '../customer.events';
import type { ExamplesOf } from './examples-of';
import { teamId } from './ids';

export const customerExamples: ExamplesOf<CustomerEvent> = {
  CustomerDomainAdded: [{ domain: 'chat.harbour.example' }],
  CustomerDomainRemoved: [{ domain: 'chat.harbour.example' }],
  CustomerRegistered: [{ name: 'Harbour Bikes', domain: 'harbour.example', storageName: 'harbour' }],
  CustomerSettingChanged: [
    { name: 'expandedTeamFilter', value: true },
    { name: 'limitUsers', value: 25 },
    { name: 'noticeText', value: 'Closed on Monday.' },
    { name: 'billingMonths', value: 12 },
    { name: 'openAiApiKey', value: { secret: 'openai-api-key-5', lastFour: 'a1b2' } },
    { name: 'openAiApiKey', value: null },
    {
      name: 'forcedTeamFilter',
      value: { enabled: true, teamIds: [teamId], includeUnassignedChats: false },
    },
  ],
  UserLimitRaiseRequested: [{ limit: 10, wanted: 25 }],
};
