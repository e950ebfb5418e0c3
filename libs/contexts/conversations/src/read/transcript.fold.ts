import type { ChatEvent } from '@parley/contracts/api/conversations';
import {
  assetsIn,
  idOf,
  type ConversationEvent,
  type MessageContent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { v5 as uuidV5 } from 'uuid';
import { creatorOf } from './creator';
import { statusAfter } from './entry-status';
import { hasOddDate, messageTime } from '@parley/contracts/rules/message-time';
import type { EntryRow, StoredAsset } from './transcript.rows';

type EntryEvent = Extract<
  MessageEvent,
  { type: 'MessageReceived' | 'MessageEchoed' | 'MessageHeld' | 'MessageQueued' }
>;

/** The entry that an event creates if it is the first of its message; null for all later events. */
export function entryOfMessage(event: RecordedEvent & MessageEvent): EntryRow | null {
  switch (event.type) {
    case 'MessageReceived':
    case 'MessageEchoed':
    case 'MessageHeld':
    case 'MessageQueued': {
      const { conversationId, contentType, identityId, personal } = event.data;
      const isInbound = event.type === 'MessageReceived';
      return {
        ...blank(event, conversationId),
        id: idOf(event.stream),
        direction: isInbound ? 'in' : 'out',
        type: contentType,
        content: withDate(personal?.content ?? null, event),
        assets: assetsOf(personal?.content),
        identity_id: identityId ?? null,
        context: personal?.context ?? null,
        status: statusAfter('none', event),
        created_by_entity: creatorOf(event),
        time: messageTime(event.data, event.time),
        client_key: 'clientKey' in event.data ? event.data.clientKey : null,
        held_until: event.type === 'MessageHeld' ? event.data.until : null,
        is_scheduled: event.type === 'MessageHeld' && event.data.isScheduled,
        is_automatic: isInbound && event.data.isAutomatic,
      };
    }
    default:
      return null;
  }
}

/**
 * The content of a message. The content of an e-mail that is ordered by its receipt includes the date of its header.
 */
function withDate(
  content: MessageContent | null,
  { data, time }: RecordedEvent & EntryEvent,
): MessageContent | null {
  if (content?.type !== 'email' || !('providerTime' in data)) return content;
  return hasOddDate(data, time) ? { ...content, dated: data.providerTime } : content;
}

/** The thread's entry for a conversation's event, either an event line or a note; null if the event has no entry. */
export function entryOfConversation(event: RecordedEvent & ConversationEvent): EntryRow | null {
  if (event.type === 'InternalCommentAdded') {
    const { commentId, userId, clientKey, personal } = event.data;
    return {
      ...blank(event, idOf(event.stream)),
      id: commentId,
      type: 'information',
      content: personal && { type: 'information', text: personal.text },
      created_by_id: userId,
      client_key: clientKey,
    };
  }
  const line = lineOf(event);
  const time = event.type === 'ConversationStarted' ? event.data.startedAt : event.time;
  return line && { ...blank(event, idOf(event.stream)), event: line, time };
}

/**
 * The event lines that a move creates in the source and the target thread. The single messages of a joined
 * conversation create none.
 */
export function linesOfMove(event: RecordedEvent & (ConversationEvent | MessageEvent)): EntryRow[] {
  const moved = moveIn(event);
  if (!moved) return [];
  const { what, from, to } = moved;
  const name = 'chat::moved';
  return [
    { ...blank(event, from), event: { name, what, way: 'away', otherChatId: to } },
    {
      ...blank(event, to),
      id: uuidV5('here', event.id),
      event: { name, what, way: 'here', otherChatId: from },
    },
  ];
}

function moveIn(
  event: RecordedEvent & (ConversationEvent | MessageEvent),
): { what: 'message' | 'conversation'; from: string; to: string } | null {
  switch (event.type) {
    case 'MessageMoved': {
      const { from, to, isAlone } = event.data;
      return isAlone ? { what: 'message', from, to } : null;
    }
    case 'ConversationJoined':
      return { what: 'conversation', from: idOf(event.stream), to: event.data.into };
    case 'ConversationParted':
      return { what: 'conversation', from: event.data.from, to: idOf(event.stream) };
    default:
      return null;
  }
}

/** Applies a later event of a message to its entry, in place. */
export function amendEntry(entry: EntryRow, event: RecordedEvent & MessageEvent): void {
  entry.status = statusAfter(entry.status, event);
  switch (event.type) {
    case 'MessageDeclined':
      if (entry.status !== 'declined') break;
      entry.status_reason = event.data.reason;
      entry.status_detail = event.data.detail ?? null;
      break;
    case 'MessageSendDeferred':
      if (entry.status === 'pending') entry.status_reason = event.data.reason;
      break;
    case 'MessageSent':
      if (entry.status_reason === 'waiting') entry.status_reason = null;
      if (entry.content?.type === 'email' && event.data.personal?.refused) {
        entry.content = { ...entry.content, notReached: event.data.personal.refused };
      }
      break;
    case 'MessageRecipientReported': {
      const { outcome, reason, personal } = event.data;
      if (entry.content?.type !== 'email' || !personal) break;
      const { reported = [] } = entry.content;
      const others = reported.filter(({ address }) => address !== personal.address);
      entry.content = { ...entry.content, reported: [...others, { ...personal, outcome, reason }] };
      break;
    }
    case 'MessageAcknowledged':
    case 'MessageOutcomeUnknown':
      if (entry.status_reason === 'waiting') entry.status_reason = null;
      break;
    case 'MessageDelivered':
    case 'MessageRead':
      entry.status_reason = entry.status_detail = null;
      break;
    case 'MessageEdited':
      if (entry.is_deleted) break;
      // For an erased contact (`personal` null), earlier versions are dropped as well, with the number of edits.
      entry.earlier = event.data.personal
        ? [...entry.earlier, { content: entry.content, until: event.data.at }]
        : [];
      entry.content = event.data.personal?.content ?? null;
      entry.assets = keepStored(assetsOf(event.data.personal?.content), entry.assets);
      entry.is_edited = true;
      break;
    case 'MessageMoved':
      entry.conversation_id = event.data.to;
      break;
    case 'MessageDeleted':
      entry.is_deleted = true;
      break;
    case 'MessageReacted': {
      const { by, personal } = event.data;
      const others = entry.reactions.filter((reaction) => reaction.by !== by);
      entry.reactions = personal?.emoji ? [...others, { by, emoji: personal.emoji }] : others;
      break;
    }
    case 'AssetStored': {
      const { assetId, path, contentType, size } = event.data;
      entry.assets = entry.assets.map((asset) =>
        asset.id === assetId
          ? // A file of an unrecognised type can be downloaded, but is not displayed.
            { ...asset, path, contentType, size, state: 'stored', category: shownAs(asset, contentType) }
          : asset,
      );
      break;
    }
    case 'AssetFailed':
      entry.assets = entry.assets.map((asset) =>
        asset.id === event.data.assetId ? { ...asset, state: 'failed', failure: event.data.reason } : asset,
      );
      break;
  }
}

function lineOf(event: Exclude<ConversationEvent, { type: 'InternalCommentAdded' }>): ChatEvent | null {
  switch (event.type) {
    case 'ConversationStarted':
      return { name: 'chat::created' };
    case 'ConversationAssigned':
      return { name: 'chat::assigned', userId: event.data.userId, teamId: event.data.teamId };
    case 'ConversationUnassigned':
      return { name: 'chat::unassigned' };
    case 'ConversationArchived':
      return { name: 'chat::archived', afterHours: event.data.afterHours };
    case 'ConversationReopened':
      return { name: 'chat::unarchived', cause: event.data.cause };
    case 'ConversationSnoozed':
      return { name: 'chat::snoozed', until: event.data.until };
    case 'ConversationWoken':
      return { name: 'chat::woken', cause: event.data.cause };
    case 'ConversationTagged':
      return { name: 'chat::tagged', tagId: event.data.tagId, tagName: null };
    case 'ConversationUntagged':
      return { name: 'chat::untagged', tagId: event.data.tagId, tagName: null };
    case 'BroadcastAnswered':
      return { name: 'chat::broadcast', broadcastId: event.data.broadcastId, broadcast: event.data.name };
    case 'SlaWarned':
      return { name: 'chat::sla', clock: event.data.clock, stage: 'warned' };
    case 'SlaBreached':
      return { name: 'chat::sla', clock: event.data.clock, stage: 'breached' };
    case 'SurveySkipped':
      return { name: 'chat::survey', score: null, reason: event.data.reason };
    case 'SurveyAnswered':
      return { name: 'chat::survey', score: event.data.score, reason: null };
    case 'ConversationJoined':
    case 'ConversationParted':
    case 'SurveyPlanned':
    case 'SurveyAsked':
    case 'SurveyCommented':
    case 'ConversationRouted':
    case 'ConversationShared':
    case 'ConversationRead':
    case 'ConversationMarkedUnread':
    case 'ConversationDeleted':
    case 'ColleaguesMentioned':
    case 'MentionsWithdrawn':
    case 'MentionSettled':
    case 'MentionReopened':
      return null;
  }
}

function blank(event: RecordedEvent, conversationId: string): EntryRow {
  return {
    id: event.id,
    customer_id: event.customerId,
    conversation_id: conversationId,
    position: event.position,
    direction: 'none',
    type: 'event',
    content: null,
    assets: [],
    event: null,
    identity_id: null,
    context: null,
    reactions: [],
    is_edited: false,
    earlier: [],
    is_deleted: false,
    status: 'none',
    status_reason: null,
    status_detail: null,
    created_by_id: event.actor.type === 'user' ? event.actor.id : null,
    created_by_entity: event.actor.type,
    time: event.time,
    created_at: event.time,
    client_key: null,
    held_until: null,
    is_scheduled: false,
    is_automatic: false,
  };
}

function assetsOf(content: MessageContent | undefined): StoredAsset[] {
  return assetsIn(content).map((asset) => ({
    id: asset.assetId,
    contentType: asset.contentType,
    category: asset.category,
    fileName: asset.fileName ?? null,
    size: asset.size ?? null,
    state: asset.path ? 'stored' : 'pending',
    path: asset.path ?? null,
    ...(asset.part && { part: asset.part }),
    ...(asset.contentId && { contentId: asset.contentId }),
  }));
}

/** Keeps the stored state of files that are in the message before and after an edit. */
function keepStored(assets: StoredAsset[], before: StoredAsset[]): StoredAsset[] {
  return assets.map((asset) => before.find((known) => known.id === asset.id) ?? asset);
}

function shownAs({ category }: StoredAsset, contentType: string): StoredAsset['category'] {
  return contentType === 'application/octet-stream' ? 'document' : category;
}
