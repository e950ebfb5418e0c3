import type { SmartRouteContent, SmartRouteEvent, SmartRouteOrderEvent } from '../smart-route.events';
import type { ExamplesOf } from './examples-of';
import { channelId, identityId, labelId, otherUserId, tagId, teamId, userId } from './ids';

const open = [{ from: '22:00', to: '06:00' }];

const full: SmartRouteContent = {
  title: 'Refunds',
  isOn: true,
  conditions: {
    channelIds: [channelId],
    identityIds: [identityId],
    keywords: { words: ['refund', 'money back, please'], match: 'any', by: 'word' },
    firstMessages: 1,
    contact: [{ field: 'company', is: 'contains', value: 'Ltd' }],
    templateIds: [tagId],
    hours: {
      is: 'inside',
      hours: {
        timeZone: 'Europe/Amsterdam',
        days: { mon: open, tue: open, wed: open, thu: open, fri: open, sat: [], sun: [] },
      },
    },
  },
  actions: {
    userId: null,
    teamId,
    sharing: null,
    addTagIds: [tagId],
    removeTagIds: [],
    addLabelIds: [labelId],
    removeLabelIds: [],
    addListIds: [otherUserId],
    removeListIds: [],
    highPriority: true,
  },
};

const shared: SmartRouteContent = {
  ...full,
  actions: {
    ...full.actions,
    sharing: { by: 'fewest', cap: 8, onlyAvailable: true, lastAgentFirst: true, reassignsOffline: false },
  },
};

const plain: SmartRouteContent = {
  title: 'To Eva',
  isOn: false,
  conditions: {
    ...{ channelIds: [channelId], identityIds: [], keywords: null, firstMessages: null },
    ...{ contact: [], templateIds: [], hours: null },
  },
  actions: {
    ...{ userId, teamId: null, sharing: null, highPriority: null },
    ...{
      addTagIds: [],
      removeTagIds: [],
      addLabelIds: [],
      removeLabelIds: [],
      addListIds: [],
      removeListIds: [],
    },
  },
};

export const smartRouteExamples: ExamplesOf<SmartRouteEvent | SmartRouteOrderEvent> = {
  SmartRouteCreated: [full, plain, shared],
  SmartRouteDeleted: [{}],
  SmartRouteRevised: [
    { ...full, restores: null },
    { ...plain, restores: 1 },
    { ...shared, restores: null },
  ],
  SmartRoutesOrdered: [{ routeIds: [tagId, labelId] }],
};
