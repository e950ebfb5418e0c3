import {
  emptyTemplate,
  type BroadcastBatchEvent,
  type BroadcastContent,
  type BroadcastEvent,
  type BroadcastTemplate,
  type EngageSettingsEvent,
} from '../index';
import type { ExamplesOf } from './examples-of';
import { at, channelId, contactId, labelId, tagId, teamId } from './ids';

const content: BroadcastContent = {
  name: 'Spring sale',
  description: 'Everybody who bought a bike last year',
  templateId: tagId,
  values: [{ slot: 'body.1', text: '{{contact.name|there}}' }],
  listId: labelId,
  channelId,
  schedule: { at: '2026-11-24T09:00', zone: 'recipient', spreadHours: 4 },
  replies: { to: 'team', id: teamId },
  split: { templateId: labelId, values: [], percent: 20, hours: 4 },
  repeat: { every: 'week', attributeId: null },
};

const template: BroadcastTemplate = {
  id: tagId,
  externalId: '1407680676729941',
  name: 'spring_sale',
  language: 'en',
  category: 'marketing',
  content: { ...emptyTemplate, body: 'Hi {{1}}, all bikes 20% off.' },
  attachment: null,
};

export const broadcastExamples: ExamplesOf<BroadcastEvent | BroadcastBatchEvent | EngageSettingsEvent> = {
  BroadcastDrafted: [content],
  BroadcastChanged: [
    { ...content, name: 'Summer sale', split: null, repeat: null },
    {
      ...content,
      schedule: { at: null, zone: 'organisation', spreadHours: 0 },
      replies: { to: 'nobody', id: null },
      ...{ templateId: null, listId: null, channelId: null, split: null },
      repeat: { every: 'date', attributeId: labelId },
    },
  ],
  BroadcastStarted: [
    {
      from: at,
      timeZone: 'Europe/Amsterdam',
      quietHours: { isOn: true, from: '21:00', until: '08:00' },
      consent: 'agreed',
      template,
      other: null,
      repeats: null,
    },
    {
      from: at,
      timeZone: 'UTC',
      quietHours: { isOn: false, from: '21:00', until: '08:00' },
      consent: 'not_refused',
      template: {
        ...template,
        externalId: null,
        attachment: {
          id: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
          fileName: 'bike.png',
          contentType: 'image/png',
          size: 1024,
          path: 'ab/abcdef',
        },
      },
      other: { ...template, id: labelId, name: 'spring_sale_b' },
      repeats: labelId,
    },
  ],
  BroadcastPlanned: [{}],
  BroadcastPaused: [{}],
  BroadcastResumed: [{}],
  BroadcastCancelled: [{}],
  BroadcastRetried: [{ at }],
  BroadcastWinnerChosen: [{ variant: 'b' }],
  BroadcastFinished: [{}],
  BroadcastRepeatEnded: [{}],
  BroadcastDeleted: [{}],
  RecipientsPlanned: [
    {
      broadcastId: labelId,
      recipients: [
        { contactId, dueAt: at, zone: 'Europe/Madrid', variant: 'a' },
        { contactId: teamId, dueAt: at },
        { contactId: tagId, skipped: 'no_phone' },
      ],
      next: tagId,
    },
    { broadcastId: labelId, recipients: [], next: null },
  ],
  RecipientsSkipped: [{ broadcastId: labelId, recipients: [{ contactId, reason: 'missing_value' }] }],
  EngageSettingsChanged: [
    {
      timeZone: 'Europe/Amsterdam',
      quietHours: { isOn: true, from: '21:00', until: '08:00' },
      needsOptIn: false,
      optOutWords: ['stop', 'baja', 'stoppen'],
      perSecond: 80,
      prices: [{ callingCode: '31', category: 'marketing', amount: 1597 }],
    },
  ],
  EngageLimitRaiseRequested: [{ messages: 50_000, contacts: 20_000 }],
};
