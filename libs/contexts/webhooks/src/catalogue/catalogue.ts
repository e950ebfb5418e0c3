import { contactFields, type ContactProfile, type EventType } from '@parley/contracts/events';
import { slaClocks } from '@parley/contracts/rules/service-levels';
import { id, listOf, moment, oneOf, orNull, personal, profile, reference, text } from './field';
import { content, publicContent } from './message-content';
import { eventsAbout, type PublicEvent } from './public-event';

const chatId = '0c0ffee0-0000-4000-8000-000000000002';
const contactId = '0c0ffee0-0000-4000-8000-000000000001';
const channelId = '0c0ffee0-0000-4000-8000-000000000003';
const messageId = '0c0ffee0-0000-4000-8000-000000000006';
const userId = '0c0ffee0-0000-4000-8000-000000000004';
const teamId = '0c0ffee0-0000-4000-8000-000000000005';
const tagId = '0c0ffee0-0000-4000-8000-00000000000a';
const labelId = '0c0ffee0-0000-4000-8000-00000000000b';
const routeId = '0c0ffee0-0000-4000-8000-00000000000c';
const metadataId = '0c0ffee0-0000-4000-8000-00000000000d';
const commentId = '0c0ffee0-0000-4000-8000-0000000000c1';

const chat = eventsAbout(
  { chatId: id(chatId), contactId: orNull(id(contactId)), channelId: orNull(id(channelId)) },
  (its, about) => ({ chatId: its, contactId: about.contactId, channelId: about.channelId }),
);
const message = eventsAbout(
  { messageId: id(messageId), chatId: id(chatId), contactId: id(contactId), channelId: id(channelId) },
  (its, about) => ({
    messageId: its,
    chatId: about.conversationId,
    contactId: about.contactId,
    channelId: about.channelId,
  }),
);
const contact = eventsAbout({ contactId: id(contactId) }, (its) => ({ contactId: its }));
const tag = eventsAbout({ tagId: id(tagId) }, (its) => ({ tagId: its }));
const label = eventsAbout({ labelId: id(labelId) }, (its) => ({ labelId: its }));

const integration = eventsAbout({ eventId: id(messageId) }, (its) => ({ eventId: its }));

const look = { name: text('Refund'), colour: text('#a15c00') };
const person = { name: 'Ana Ruiz', phone: '+34612345678' };
const identity = { profile: personal(profile(['name', 'phone', 'email', 'username'], person)) };
const details = { profile: personal(profile(contactFields, person)) };
const said = { contentType: text('text'), content: personal(content) };
const at = { at: moment() };
const target = { clock: oneOf(...slaClocks), dueAt: moment() };
const whose = { userId: orNull(id(userId)), teamId: orNull(id(teamId)) };

/** Profile fields from a channel, without ids that are known to the provider only. */
function identified({ personal: told }: { personal: ContactProfile | null }) {
  if (!told) return { profile: null };
  const { name, phone, email, username } = told;
  return { profile: JSON.parse(JSON.stringify({ name, phone, email, username })) as object };
}

/**
 * Every event that integrators may receive, by its public name. Within a version, a payload may gain fields and
 * changes in no other way. Event types that are not listed here never leave by a webhook.
 */
export const catalogue: readonly PublicEvent[] = [
  chat('chat::started', 'ConversationStarted', { startedAt: moment() }, ({ startedAt }) => ({ startedAt })),
  chat(
    'chat::assigned',
    'ConversationAssigned',
    { userId: orNull(id(userId)), teamId: orNull(id(teamId)) },
    (data) => ({ userId: data.userId, teamId: data.teamId }),
  ),
  chat('chat::unassigned', 'ConversationUnassigned'),
  chat('chat::archived', 'ConversationArchived'),
  chat('chat::reopened', 'ConversationReopened', { cause: oneOf('message', 'user') }, ({ cause }) => ({
    cause,
  })),
  chat('chat::snoozed', 'ConversationSnoozed', { until: orNull(moment()), userId: id(userId) }, (data) => ({
    until: data.until,
    userId: data.userId,
  })),
  chat('chat::woken', 'ConversationWoken', { cause: oneOf('time', 'message', 'user') }, ({ cause }) => ({
    cause,
  })),
  chat('chat::read', 'ConversationRead', { userId: id(userId) }, (data) => ({ userId: data.userId })),
  chat('chat::marked_unread', 'ConversationMarkedUnread', { userId: id(userId) }, (data) => ({
    userId: data.userId,
  })),
  chat('chat::tagged', 'ConversationTagged', { tagId: id(tagId) }, (data) => ({ tagId: data.tagId })),
  chat('chat::untagged', 'ConversationUntagged', { tagId: id(tagId) }, (data) => ({ tagId: data.tagId })),
  chat(
    'chat::commented',
    'InternalCommentAdded',
    { commentId: id(commentId), userId: id(userId), text: personal(text('Ask for the order number.')) },
    (data) => ({ commentId: data.commentId, userId: data.userId, text: data.personal?.text ?? null }),
  ),
  chat(
    'chat::routed',
    'ConversationRouted',
    { messageId: id(messageId), routeIds: listOf(id(routeId)) },
    (data) => ({ messageId: data.messageId, routeIds: data.matched.map((match) => match.routeId) }),
  ),
  chat('chat::target_near', 'SlaWarned', target, (data) => ({ clock: data.clock, dueAt: data.dueAt })),
  chat('chat::target_missed', 'SlaBreached', target, (data) => ({ clock: data.clock, dueAt: data.dueAt })),
  chat(
    'chat::rated',
    'SurveyAnswered',
    { score: { schema: { type: 'integer', minimum: 1, maximum: 5 }, example: 5 }, ...whose },
    (data) => ({ score: data.score, userId: data.userId, teamId: data.teamId }),
  ),
  chat('chat::rating_explained', 'SurveyCommented', { messageId: id(messageId) }, (data) => ({
    messageId: data.messageId,
  })),
  chat('chat::deleted', 'ConversationDeleted'),
  message(
    'message::received',
    'MessageReceived',
    { ...said, writtenAt: moment() },
    ({ contentType, personal: told, providerTime }) => ({
      contentType,
      content: publicContent(told?.content),
      writtenAt: providerTime,
    }),
  ),
  message(
    'message::echoed',
    'MessageEchoed',
    { ...said, writtenAt: moment() },
    ({ contentType, personal: told, providerTime }) => ({
      contentType,
      content: publicContent(told?.content),
      writtenAt: providerTime,
    }),
  ),
  message('message::queued', 'MessageQueued', said, ({ contentType, personal: told }) => ({
    contentType,
    content: publicContent(told?.content),
  })),
  message('message::withdrawn', 'MessageWithdrawn'),
  message('message::retried', 'MessageRetried', { asId: id(messageId), userId: id(userId) }, (data) => ({
    asId: data.as,
    userId: data.userId,
  })),
  message('message::sent', 'MessageSent'),
  message('message::delivered', 'MessageDelivered', at, (data) => ({ at: data.at })),
  message('message::read', 'MessageRead', at, (data) => ({ at: data.at })),
  message('message::failed', 'MessageDeclined', { reason: text('wrong_number'), ...at }, (data) => ({
    reason: data.reason,
    at: data.at,
  })),
  message('message::outcome_unknown', 'MessageOutcomeUnknown'),
  message('message::edited', 'MessageEdited', { content: personal(content), ...at }, (data) => ({
    content: publicContent(data.personal?.content),
    at: data.at,
  })),
  message('message::deleted', 'MessageDeleted', at, (data) => ({ at: data.at })),
  message(
    'message::reacted',
    'MessageReacted',
    { emoji: personal(text('👍')), by: oneOf('contact', 'user'), ...at },
    (data) => ({ emoji: data.personal?.emoji ?? null, by: data.by, at: data.at }),
  ),
  contact('contact::created', 'ContactRegistered', identity, (data) => identified(data)),
  contact('contact::identified', 'ContactIdentified', identity, (data) => identified(data)),
  contact('contact::updated', 'ContactDetailsChanged', details, (data) => ({ profile: data.personal })),
  contact('contact::labelled', 'ContactLabelled', { labelId: id(labelId) }, (data) => ({
    labelId: data.labelId,
  })),
  contact('contact::unlabelled', 'ContactUnlabelled', { labelId: id(labelId) }, (data) => ({
    labelId: data.labelId,
  })),
  contact(
    'contact::commented',
    'ContactCommentAdded',
    { commentId: id(commentId), userId: id(userId), text: personal(text('Prefers to be called.')) },
    (data) => ({ commentId: data.commentId, userId: data.userId, text: data.personal?.text ?? null }),
  ),
  contact(
    'contact::comment_changed',
    'ContactCommentChanged',
    { commentId: id(commentId), text: personal(text('Prefers mornings.')) },
    (data) => ({ commentId: data.commentId, text: data.personal?.text ?? null }),
  ),
  contact(
    'contact::comment_removed',
    'ContactCommentRemoved',
    { commentId: id(commentId) },
    ({ commentId: removed }) => ({ commentId: removed }),
  ),
  contact(
    'contact::metadata_set',
    'ContactMetadataSet',
    { metadataId: id(metadataId), name: personal(text('Frame')), value: personal(text('54')) },
    (data) => ({
      metadataId: data.metadataId,
      name: data.personal?.name ?? null,
      value: data.personal?.value ?? null,
    }),
  ),
  contact('contact::metadata_removed', 'ContactMetadataRemoved', { metadataId: id(metadataId) }, (data) => ({
    metadataId: data.metadataId,
  })),
  contact(
    'contact::attribute_set',
    'ContactAttributeSet',
    { attributeId: id(metadataId), value: personal(text('54')) },
    (data) => ({ attributeId: data.attributeId, value: data.personal?.value ?? null }),
  ),
  contact(
    'contact::attribute_removed',
    'ContactAttributeRemoved',
    { attributeId: id(metadataId) },
    (data) => ({ attributeId: data.attributeId }),
  ),
  contact('contact::blocked', 'ContactBlocked'),
  contact('contact::unblocked', 'ContactUnblocked'),
  contact('contact::prioritised', 'ContactPrioritised'),
  contact('contact::unprioritised', 'ContactUnprioritised'),
  contact('contact::opted_in', 'ContactOptedIn'),
  contact('contact::opted_out', 'ContactOptedOut'),
  contact('contact::merged', 'ContactMerged', { intoId: id(contactId) }, ({ intoId }) => ({ intoId })),
  contact('contact::unmerged', 'ContactUnmerged', { fromId: id(contactId) }, ({ fromId }) => ({ fromId })),
  contact('contact::erased', 'ContactErased'),
  tag('tag::created', 'TagCreated', look, ({ name, colour }) => ({ name, colour })),
  tag('tag::changed', 'TagChanged', look, ({ name, colour }) => ({ name, colour })),
  tag('tag::deleted', 'TagDeleted'),
  tag('tag::merged', 'TagMerged', { intoId: id(tagId) }, ({ intoId }) => ({ intoId })),
  label('label::created', 'LabelCreated', look, ({ name, colour }) => ({ name, colour })),
  label('label::changed', 'LabelChanged', look, ({ name, colour }) => ({ name, colour })),
  label('label::deleted', 'LabelDeleted'),
  label('label::merged', 'LabelMerged', { intoId: id(labelId) }, ({ intoId }) => ({ intoId })),
  integration(
    'integration::event',
    'IntegrationEventStated',
    { name: text('order::shipped'), actor: reference('warehouse'), target: orNull(reference('order 4711')) },
    ({ name, from, target }) => ({ name, actor: from, target }),
  ),
];

/**
 * Name of the event that the test button delivers. The log contains no such event, and webhooks cannot subscribe to
 * it.
 */
export const TEST_EVENT = 'webhook::test';

export const eventByFact = new Map<string, PublicEvent>(catalogue.map((event) => [event.fact, event]));
export const eventByName = new Map<string, PublicEvent>(catalogue.map((event) => [event.name, event]));
export const publicFacts: readonly EventType[] = catalogue.map(({ fact }) => fact);

/** Prefixes of the streams that contain public events. */
export const publicPrefixes = ['contact-', 'conversation-', 'integration-', 'label-', 'message-', 'tag-'];
