import type { ChannelEvent } from '../channel.events';
import type { ExamplesOf } from './examples-of';
import { userId, teamId, identityId, at } from './ids';

export const channelExamples: ExamplesOf<ChannelEvent> = {
  ChannelConnected: [
    {
      name: 'Support',
      platform: 'whatsapp',
      provider: 'whatsapp-cloud',
      customerCareWindowLength: 24,
      readForAll: true,
      mandatoryAssign: false,
      teamIds: [teamId],
      userIds: [userId],
      providerAccountId: '1122334455667',
      businessAccountId: null,
      apiBaseUrl: 'https://graph.example',
      secrets: ['access-token', 'app-secret'],
    },
    {
      name: 'Test',
      platform: 'test',
      provider: 'test',
      customerCareWindowLength: 0,
      readForAll: false,
      mandatoryAssign: true,
      teamIds: [],
      userIds: [],
      providerAccountId: null,
      businessAccountId: null,
      apiBaseUrl: null,
      secrets: [],
    },
    {
      name: 'Sales',
      platform: 'whatsapp',
      provider: 'whatsapp-cloud',
      customerCareWindowLength: 24,
      readForAll: true,
      mandatoryAssign: false,
      teamIds: [],
      userIds: [],
      providerAccountId: '1122334455667',
      businessAccountId: '102290129340398',
      apiBaseUrl: null,
      secrets: ['access-token', 'app-secret', 'verify-token'],
    },
  ],
  ChannelCredentialsChanged: [
    { secrets: [{ name: 'access-token', lastFour: 'x4Zd' }], expiresAt: at },
    { secrets: [{ name: 'app-secret', lastFour: '0f1e' }], expiresAt: null },
  ],
  ChannelDisconnected: [{}],
  ChannelIdentityAdded: [{ identityId, accountId: '31205550102', name: 'Repairs' }],
  ChannelIdentityRemoved: [{ identityId }],
  ChannelReadingStopped: [
    { cause: 'auth', detail: 'Invalid credentials (Failure)', name: 'Support' },
    { cause: 'unreachable', detail: null, name: 'Sales' },
  ],
  ChannelReadingResumed: [{}],
  ChannelQualityChanged: [
    { rating: 'low', limit: 'TIER_10K' },
    { rating: 'high', limit: null },
  ],
  ChannelMembersChanged: [
    { teamIds: [teamId], userIds: [userId] },
    { teamIds: [], userIds: [] },
  ],
  ChannelSettingsChanged: [
    {
      settings: {
        name: 'Support',
        internalName: 'Support (NL)',
        highPriority: true,
        mandatoryAssign: true,
        readForAll: false,
        doubleReply: false,
        automaticSignature: 'append-agent-name',
        autoArchive: { afterHours: 72, direction: 'any' },
        welcomeMessage: 'Welcome! We answer within the hour.',
        outOfOffice: { weekdays: 'We are back at nine.', weekends: 'We are back on Monday.' },
        businessHours: {
          timeZone: 'Europe/Amsterdam',
          days: {
            mon: [
              { from: '09:00', to: '12:30' },
              { from: '13:00', to: '17:30' },
            ],
            tue: [{ from: '09:00', to: '17:30' }],
            wed: [{ from: '09:00', to: '17:30' }],
            thu: [{ from: '09:00', to: '21:00' }],
            fri: [{ from: '09:00', to: '24:00' }],
            sat: [],
            sun: [],
          },
        },
        closingDates: [{ date: '2026-12-25', name: 'Christmas' }],
        unassignOnArchive: true,
        mayDelete: true,
        customerCareWindowLength: 24,
      },
    },
    {
      settings: {
        mailbox: {
          folders: ['INBOX', 'Orders'],
          removesTaken: false,
          keepsSent: true,
          mostPerMinute: 30,
          signature: 'Parley & Co.',
        },
      },
    },
    {
      settings: {
        internalName: null,
        automaticSignature: 'prepend-agent-name-bold',
        autoArchive: null,
        welcomeMessage: null,
        outOfOffice: { weekdays: null, weekends: null },
        businessHours: null,
        closingDates: [],
      },
    },
  ],
};
