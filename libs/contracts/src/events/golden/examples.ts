import type { DataOf, EventType } from '../domain-event';
import type { MessageContent, MessageContext } from '../message-content';

const contactId = '0c0ffee0-0000-4000-8000-000000000001';
const conversationId = '0c0ffee0-0000-4000-8000-000000000002';
const channelId = '0c0ffee0-0000-4000-8000-000000000003';
const userId = '0c0ffee0-0000-4000-8000-000000000004';
const teamId = '0c0ffee0-0000-4000-8000-000000000005';
const messageId = '0c0ffee0-0000-4000-8000-000000000006';
const assetId = '0c0ffee0-0000-4000-8000-000000000007';
const tagId = '0c0ffee0-0000-4000-8000-00000000000a';
const labelId = '0c0ffee0-0000-4000-8000-00000000000b';
const commentId = '0c0ffee0-0000-4000-8000-0000000000c1';
const metadataId = '0c0ffee0-0000-4000-8000-0000000000c2';
const at = '2026-11-14T10:00:00.000Z';
const seenUpTo = '00000000000000000042';
const to = { conversationId, channelId, contactId };

const contents: MessageContent[] = [
  { type: 'text', text: 'Where is my order? 🚲' },
  {
    type: 'asset',
    caption: 'the bill',
    assets: [
      {
        assetId,
        mediaId: '1003383421387256',
        contentType: 'application/pdf',
        fileName: 'bill.pdf',
        sha256: 'SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
        size: 2048,
        path: 'ab/abcdef',
        category: 'document',
      },
    ],
  },
  {
    type: 'location',
    latitude: 52.37,
    longitude: 4.9,
    name: 'Harbour',
    address: 'Quay 1',
    url: 'https://harbour.example',
  },
  { type: 'contacts', contacts: [{ name: 'Ben', phones: ['+31600000002'], emails: ['ben@example.org'] }] },
  {
    type: 'template',
    name: 'order_update',
    language: 'en',
    parameters: ['Ana'],
    text: 'Hello Ana, it is on its way.',
  },
  { type: 'unsupported', rawKind: 'order', reason: 'unsupported_type' },
];

const contexts: MessageContext[] = [
  { replyTo: { messageId }, forwarded: true },
  { referral: { url: 'https://ads.example/1', headline: 'Bikes', body: 'Half price' } },
  {},
];

/** Each kind of content in some context, and once more as an erased person's. */
const written = contents.map((content, index) => ({
  ...to,
  subject: contactId,
  personal: { content, context: contexts[index % contexts.length] ?? {} },
  contentType: content.type,
}));
const provided = written.map(({ personal, ...rest }) => ({
  ...rest,
  personal: { externalId: 'wamid.HBgLMzE2', ...personal },
  providerTime: at,
}));
const profile = {
  name: 'Ana Ruiz',
  phone: '+34612345678',
  email: 'ana@example.org',
  bsuid: 'ES.1182',
  username: 'ana',
};

/**
 * What events of each type say today, in every variety. The compiler holds these to the types, and a test holds the
 * golden files to these: a type cannot change shape without anybody raising its version.
 */
export const examples: { [Type in EventType]: DataOf<Type>[] } = {
  AliasClaimed: [
    { kind: 'phone', ownerId: contactId },
    { kind: 'bsuid', ownerId: contactId },
    { kind: 'email', ownerId: contactId },
    { kind: 'external', ownerId: contactId },
    { kind: 'user-email', ownerId: userId },
    { kind: 'provider-account', ownerId: channelId },
    { kind: 'team-name', ownerId: teamId },
    { kind: 'tag-name', ownerId: tagId },
    { kind: 'label-name', ownerId: labelId },
    { kind: 'domain', ownerId: '0c0ffee0-0000-4000-8000-0000000000ff' },
  ],
  AliasReleased: [{ ownerId: contactId }],
  AssetFailed: [
    { assetId, reason: 'gone' },
    { assetId, reason: 'checksum' },
    { assetId, reason: 'too_large' },
    { assetId, reason: 'provider_error' },
  ],
  AssetStored: [{ assetId, path: 'ab/abcdef', contentType: 'application/pdf', size: 2048, sha256: '49f2' }],
  AssetUploaded: [
    {
      subject: contactId,
      personal: { fileName: 'bill.pdf' },
      conversationId,
      contentType: 'application/pdf',
      size: 2048,
      sha256: '49f2',
      path: 'ab/abcdef',
    },
  ],
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
  ContactBlocked: [{}],
  ContactCommentAdded: [
    { subject: contactId, personal: { text: 'Prefers mornings' }, commentId, userId },
    { subject: contactId, personal: null, commentId, userId },
  ],
  ContactCommentChanged: [{ subject: contactId, personal: { text: 'Prefers evenings' }, commentId }],
  ContactCommentRemoved: [{ commentId }],
  ContactConversationStarted: [{ channelId, conversationId }],
  ContactDetailsChanged: [
    {
      subject: contactId,
      personal: {
        name: 'Ana Ruiz',
        phone: '+34612345678',
        email: 'ana@example.org',
        company: 'Ruiz Bicycles',
        jobTitle: 'Mechanic',
        reference: 'K-1042',
        street: 'Calle Mayor',
        houseNumber: '12 bis',
        zipCode: '28013',
        city: 'Madrid',
        province: 'Madrid',
        state: 'Comunidad de Madrid',
        country: 'ES',
      },
    },
    { subject: contactId, personal: { company: null } },
    { subject: contactId, personal: null },
  ],
  ContactErased: [{}],
  ContactIdentified: [{ subject: contactId, personal: { email: 'ana@example.org' } }],
  ContactLabelled: [{ labelId }],
  ContactMetadataRemoved: [{ metadataId }],
  ContactMetadataSet: [
    { subject: contactId, personal: { name: 'Frame size', value: '54' }, metadataId },
    { subject: contactId, personal: null, metadataId },
  ],
  ContactPrioritised: [{}],
  ContactUnblocked: [{}],
  ContactUnprioritised: [{}],
  ContactRegistered: [
    { subject: contactId, personal: profile },
    { subject: contactId, personal: null },
  ],
  ConversationArchived: [
    { seenUpTo, afterHours: null },
    { seenUpTo, afterHours: 24 },
  ],
  ContactUnlabelled: [{ labelId }],
  ConversationAssigned: [
    { userId, teamId: null },
    { userId: null, teamId },
  ],
  ConversationDeleted: [
    { seenUpTo, afterDays: null },
    { seenUpTo, afterDays: 365 },
  ],
  ConversationMarkedUnread: [{ userId, position: seenUpTo }],
  ConversationRead: [{ userId, seenUpTo }],
  ConversationReopened: [{ cause: 'message' }, { cause: 'user' }],
  ConversationStarted: [{ contactId, channelId, readForAll: true, startedAt: at }],
  ConversationTagged: [{ tagId }],
  ConversationUnassigned: [{}],
  ConversationUntagged: [{ tagId }],
  InternalCommentAdded: [
    {
      subject: contactId,
      personal: { text: 'She called about this, too.' },
      commentId,
      userId,
      clientKey: 'note-0001',
    },
    { subject: contactId, personal: null, commentId, userId, clientKey: 'note-0001' },
  ],
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
  InvitationAccepted: [{}],
  InvitationFailed: [{ reason: 'unreachable' }, { reason: 'address_refused' }, { reason: 'refused' }],
  InvitationRenewed: [{}],
  InvitationSent: [{}],
  IpWhitelistCleared: [{}],
  IpWhitelistEntryAdded: [
    { entryId: assetId, name: 'Office', address: '192.0.2.*' },
    { entryId: assetId, name: 'Home', address: '2001:db8::/48' },
  ],
  IpWhitelistEntryChanged: [{ entryId: assetId, name: 'Office', address: '192.0.2.7' }],
  IpWhitelistEntryRemoved: [{ entryId: assetId }],
  LabelChanged: [{ name: 'Wholesale', colour: '#0f7b6c' }],
  LabelCreated: [{ name: 'wholesale', colour: '#0f7b6c' }],
  LabelDeleted: [{}],
  LabelMerged: [{ intoId: labelId }],
  MessageAcknowledged: [{ at }],
  MessageAliased: [{ messageId }],
  MessageDeclined: [
    { reason: 'outside_window', providerCode: '131047', detail: 'Re-engagement message', at },
    { reason: 'delivery_failure', at },
  ],
  MessageDeleted: [{ at }],
  MessageDelivered: [{ at }],
  MessageEchoed: provided,
  MessageEdited: [
    ...contents.map((content) => ({ subject: contactId, personal: { content }, at })),
    { subject: contactId, personal: null, at },
  ],
  MessageHeld: written.map((data) => ({ ...data, clientKey: 'key:0', userId, until: at })),
  MessageOutcomeUnknown: [{ detail: 'The process stopped while the provider was being asked.' }],
  MessageQueued: [
    ...written.map((data) => ({ ...data, clientKey: 'key:0' })),
    ...written.slice(0, 1).map((data) => ({ ...data, clientKey: 'key:0', retryOf: messageId })),
    {
      ...to,
      subject: contactId,
      personal: {
        content: {
          type: 'template',
          name: 'order_ready',
          language: 'en',
          parameters: [],
          text: 'Your order is ready.',
          header: 'Harbour Bikes',
          footer: 'Open until six',
          buttons: ['I am coming', 'Later'],
        },
        context: {},
      },
      contentType: 'template',
      clientKey: 'key:0',
    },
  ],
  MessageReacted: [
    { subject: contactId, personal: { emoji: '👍' }, by: 'contact', at },
    { subject: contactId, personal: { emoji: null }, by: 'user', at },
    { subject: contactId, personal: null, by: 'contact', at },
  ],
  MessageRead: [{ at }],
  MessageReceived: [
    ...provided.map((data) => ({ ...data, isAutomatic: false })),
    { ...to, subject: contactId, personal: null, contentType: 'text', providerTime: at, isAutomatic: false },
    { ...to, subject: contactId, personal: null, contentType: 'text', providerTime: at, isAutomatic: true },
  ],
  MessageSendDeferred: [{ reason: 'delivery_failure', retryAt: at }],
  MessageSendStarted: [{ attempt: 1 }],
  MessageSent: [{ subject: contactId, personal: { externalId: 'wamid.HBgLMzE2' }, aliasId: messageId }],
  MessageWithdrawn: [{}],
  QuickReplyChanged: [
    { title: null, message: 'We are closed on Sundays.', visibility: 'me', ownerId: userId },
  ],
  QuickReplyCreated: [
    {
      title: 'hours',
      message: 'Hi {{contact.name}}, we open at 9.',
      visibility: 'everybody',
      ownerId: userId,
    },
    { title: null, message: 'We are closed on Sundays.', visibility: 'me', ownerId: userId },
  ],
  QuickReplyDeleted: [{}],
  TagChanged: [{ name: 'Refund', colour: '#c92a2a' }],
  TagCreated: [{ name: 'refund', colour: '#c92a2a' }],
  TagDeleted: [{}],
  TagMerged: [{ intoId: tagId }],
  TeamCreated: [{ name: 'Sales', colour: '#3b4fd8' }],
  TeamDeleted: [{}],
  TeamDetailsChanged: [
    { name: 'Sales', colour: '#0f7b6c', email: 'sales@harbour.example', sendNotification: true },
    { name: 'Sales', colour: '#0f7b6c', email: null, sendNotification: false },
  ],
  TeamMemberAdded: [{ userId }],
  TeamMemberRemoved: [{ userId }],
  UserAdded: [
    { subject: userId, personal: { displayName: 'Tom', email: 'tom@harbour.example' }, role: 'user' },
    { subject: userId, personal: null, role: 'admin' },
  ],
  UserActivated: [{}],
  UserDeactivated: [{}],
  UserDeleted: [
    { reassignTo: { userId, teamId: null } },
    { reassignTo: { userId: null, teamId } },
    { reassignTo: { userId: null, teamId: null } },
  ],
  UserDetailsChanged: [
    { subject: userId, personal: { displayName: 'Tom Baker', email: 'baker@harbour.example' } },
    { subject: userId, personal: null },
  ],
  UserInvited: [
    { subject: userId, personal: { displayName: 'Tom', email: 'tom@harbour.example' }, role: 'manager' },
    { subject: userId, personal: null, role: 'user' },
  ],
  UserLimitRaiseRequested: [{ limit: 10, wanted: 25 }],
  UserRoleChanged: [{ role: 'manager' }],
  UserSettingChanged: [{ name: 'language', value: 'nl' }],
  UserSignedIn: [
    { subject: userId, personal: { identityProviderId: 'auth0|5f7c8ec7c33c6c004bbafe82' } },
    { subject: userId, personal: null },
  ],
  UserSignatureChanged: [
    { subject: userId, personal: { html: '<p>Kind regards, Tom</p>' } },
    { subject: userId, personal: null },
  ],
  UserStatusChanged: [{ status: 'away' }],
  UserTeamFilterForced: [{ enforceTeamFilter: true, enforceUnassignedChats: false }],
};
