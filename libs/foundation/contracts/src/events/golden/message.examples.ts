import type { MessageContent, MessageContext } from '../message-content';
import type { MessageEvent } from '../message.events';
import type { ExamplesOf } from './examples-of';
import { contactId, conversationId, userId, messageId, assetId, identityId, labelId, at, to } from './ids';

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

/** Each kind of content with a context: first readable, then as it is after the erasure of its contact. */
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
const held = [...written, { ...written[0]!, identityId }].map((data) => ({
  ...data,
  ...{ clientKey: 'key:0', userId, until: at },
}));

const withMetadata = {
  content: contents[0]!,
  context: { metadata: [{ name: 'order', value: '4711' }] },
};

const withCountedLink = {
  content: {
    type: 'template' as const,
    ...{ name: 'sale', language: 'en', parameters: [], text: 'Twenty per cent off.', buttons: ['Shop now'] },
    components: [
      {
        ...{ type: 'button' as const, kind: 'url' as const, index: 0 },
        ...{ text: 'https://shop.example/sale', countedAs: 'Shop now' },
      },
    ],
  },
  context: {},
};

export const messageExamples: ExamplesOf<MessageEvent> = {
  AssetFailed: [
    { assetId, reason: 'gone' },
    { assetId, reason: 'checksum' },
    { assetId, reason: 'too_large' },
    { assetId, reason: 'provider_error' },
  ],
  AssetStored: [{ assetId, path: 'ab/abcdef', contentType: 'application/pdf', size: 2048, sha256: '49f2' }],
  MessageAcknowledged: [{ at }],
  MessageAliased: [{ messageId }],
  MessageDeclined: [
    { reason: 'outside_window', providerCode: '131047', detail: 'Re-engagement message', at },
    { reason: 'delivery_failure', at },
  ],
  MessageDeleted: [{ at }],
  MessageDelivered: [{ at }],
  MessageEchoed: [...provided, { ...provided[0]!, identityId }],
  MessageEdited: [
    ...contents.map((content) => ({ subject: contactId, personal: { content }, at })),
    { subject: contactId, personal: null, at },
  ],
  MessageHeld: [
    ...held.map((data) => ({ ...data, isScheduled: false })),
    ...held.slice(0, 1).map((data) => ({ ...data, isScheduled: true })),
    ...held.slice(0, 1).map((data) => ({ ...data, personal: withMetadata, isScheduled: false })),
    {
      ...held[0]!,
      ...{ personal: withCountedLink, contentType: 'template', isScheduled: false },
    },
  ],
  MessageMoved: [
    { from: conversationId, to: contactId, isAlone: true },
    { from: conversationId, to: contactId, isAlone: false },
  ],
  MessageOutcomeUnknown: [
    { detail: 'The process stopped while the provider was being asked.' },
    { detail: 'The server did not answer.', look: { count: 1, at } },
  ],
  MessageQueued: [
    ...[...written, { ...written[0]!, identityId }].map((data) => ({ ...data, clientKey: 'key:0' })),
    ...written.slice(0, 1).map((data) => ({ ...data, clientKey: 'key:0', retryOf: messageId })),
    ...written.slice(0, 1).map((data) => ({ ...data, personal: withMetadata, clientKey: 'key:0' })),
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
    ...written.slice(0, 1).map((data) => ({ ...data, clientKey: 'key:0', broadcastId: labelId })),
    {
      ...{ ...to, subject: contactId, personal: withCountedLink },
      ...{ contentType: 'template', clientKey: 'key:0', broadcastId: labelId },
    },
  ],
  MessageLinkOpened: [
    { contactId, button: 'Shop now', index: 0 },
    { contactId, broadcastId: labelId, button: 'Shop now', index: 1, card: 2 },
  ],
  MessageReacted: [
    { subject: contactId, personal: { emoji: '👍' }, by: 'contact', at },
    { subject: contactId, personal: { emoji: null }, by: 'user', at },
    { subject: contactId, personal: null, by: 'contact', at },
  ],
  MessageRead: [{ at }],
  MessageReceived: [
    ...[...provided, { ...provided[0]!, identityId }].map((data) => ({ ...data, isAutomatic: false })),
    { ...to, subject: contactId, personal: null, contentType: 'text', providerTime: at, isAutomatic: false },
    { ...to, subject: contactId, personal: null, contentType: 'text', providerTime: at, isAutomatic: true },
  ],
  MessageRecipientReported: [
    {
      ...{ subject: contactId, personal: { address: 'eva@example.org', detail: '550 5.1.1 No such user' } },
      ...{ outcome: 'failed', reason: 'unreachable', providerCode: '5.1.1', at },
    },
    { subject: contactId, personal: { address: '' }, outcome: 'delayed', reason: 'waiting', at },
    { subject: contactId, personal: null, outcome: 'delivered', reason: 'waiting', at },
  ],
  MessageRetried: [{ as: messageId, userId }],
  MessageSendDeferred: [{ reason: 'delivery_failure', retryAt: at }],
  MessageSendStarted: [{ attempt: 1 }],
  MessageSent: [
    { subject: contactId, personal: { externalId: 'wamid.HBgLMzE2' }, aliasId: messageId },
    {
      subject: contactId,
      personal: {
        externalId: 'p.0@parley.example',
        refused: [{ address: 'bo@example.org', reason: 'wrong_number', detail: '550 5.1.1 No such mailbox' }],
      },
      aliasId: messageId,
    },
  ],
  MessageWithdrawn: [{}],
};
