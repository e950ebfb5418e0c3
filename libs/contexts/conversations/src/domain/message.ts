import type {
  AssetFailure,
  DataOf,
  DeliveryReport,
  MessageContent,
  MessageContext,
  MessageEvent,
  NextLook,
  RecipientOutcome,
  RefusedRecipient,
  StatusReason,
} from '@parley/contracts/events';
import { recipientOutcomes } from '@parley/contracts/events/message-content';
import { evolved, NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { afterRefusal, type Refusal } from './deferred-send';
import { reasonNotToSend, requireSendable, type SendContext } from './send-context';
import type { SendDelay } from './undo-send';
import { isForward, statusOf, type DeliveryStatus } from './delivery-status';

interface Sayable {
  content: MessageContent;
  context: MessageContext;
}

interface Written extends Sayable {
  conversationId: string;
  channelId: string;
  contactId: string;
  /** The sender of the channel; left out: its own account. */
  identityId?: string;
}

/** What a message of ours says besides, for good. */
interface Queued {
  clientKey: string;
  retryOf?: string;
  /** The broadcast that it is part of. */
  broadcastId?: string;
}

export type MessageCommand =
  | ({ type: 'Receive'; externalId: string; providerTime: string; isAutomatic: boolean } & Written)
  | ({ type: 'Echo'; externalId: string; providerTime: string } & Written)
  | ({
      type: 'Queue';
      clientKey: string;
      broadcastId?: string;
      sendContext: SendContext;
      hold?: SendDelay;
    } & Written)
  /** To the message that failed: another one, `as`, is to say it again. */
  | { type: 'Retry'; as: string; userId: string; sendContext: SendContext }
  /** To the other one, once the failed message, `retryOf`, names it. */
  | ({ type: 'Repeat'; clientKey: string; retryOf: string; broadcastId?: string } & Written)
  /** What was held goes out, signed by now. */
  | { type: 'Release'; content: MessageContent; sendContext: SendContext; at: string }
  | { type: 'Withdraw' }
  | { type: 'StartSend'; attempt: number }
  | ({ type: 'DeferSend' } & Refusal)
  | { type: 'RecordSent'; externalId: string; aliasId: string; refused?: RefusedRecipient[] }
  | { type: 'RecordDeclined'; reason: StatusReason; providerCode?: string; detail?: string; at: string }
  /** `look`: when the provider is to be asked whether it has the message; `looked`: which time it did not tell. */
  | { type: 'RecordUnknownOutcome'; attempt: number; detail: string; look?: NextLook; looked?: number }
  | {
      type: 'Report';
      status: DeliveryStatus;
      at: string;
      reason?: StatusReason;
      providerCode?: string;
      detail?: string;
    }
  /** `address` null: the server names nobody. */
  | {
      type: 'ReportRecipient';
      address: string | null;
      outcome: RecipientOutcome;
      reason: StatusReason;
      providerCode?: string;
      detail?: string;
      at: string;
    }
  /** Whom what is said belongs to is the contact of the message, once that is there: they may have been erased since. */
  | { type: 'Edit'; contactId: string; content: MessageContent; at: string }
  | { type: 'Delete'; at: string }
  /** `from`: where whoever moves it saw it. */
  | { type: 'Move'; from: string; to: string; isAlone: boolean }
  | { type: 'React'; contactId: string; by: 'contact' | 'user'; emoji: string | null; at: string }
  /** The link of a button, which stands in a card of a carousel, or in none. */
  | { type: 'OpenLink'; index: number; card: number | null }
  | { type: 'Alias'; messageId: string }
  | { type: 'StoreAsset'; assetId: string; path: string; contentType: string; size: number; sha256: string }
  | { type: 'FailAsset'; assetId: string; reason: AssetFailure };

export interface MessageState {
  /** `none` while only facts that overtook the message are here. */
  origin: 'none' | 'received' | 'echoed' | 'held' | 'withdrawn' | 'queued';
  /** Who sends it, and under what key, while it is held. */
  held: { userId: string; clientKey: string; isScheduled: boolean } | null;
  /** Who chose the time at which it was to go; null: it went, or was held, at once. */
  scheduledBy: string | null;
  /** Where an outgoing message stands with us; `done` once its outcome is recorded. */
  sending: 'idle' | 'waiting' | 'started' | 'unknown' | 'done';
  attempt: number;
  /** For the how many-th time the provider is to be asked whether it has the message; 0: it is not. */
  looks: number;
  status: DeliveryStatus | null;
  /** The message that says it again, and who asked for that. */
  retried: DataOf<'MessageRetried'> | null;
  written:
    | (Omit<Written, 'content' | 'context'> &
        Partial<Pick<Written, 'content' | 'context'>> &
        Pick<Queued, 'broadcastId'>)
    | null;
  externalId: string | null;
  /** What became of it for each recipient of whom a server said so, by address. */
  recipients: Readonly<Record<string, RecipientOutcome>>;
  /** The newest of what was said of the message beside what it says. */
  said: Readonly<{
    report?: DeliveryReport;
    edit?: Extract<MessageEvent, { type: 'MessageEdited' }>;
    deletion?: Extract<MessageEvent, { type: 'MessageDeleted' }>;
    contactReaction?: Extract<MessageEvent, { type: 'MessageReacted' }>;
    userReaction?: Extract<MessageEvent, { type: 'MessageReacted' }>;
  }>;
  /** Buttons whose links were opened, as `linkKey` names them. */
  openedLinks: readonly string[];
  /** This stream is of a provider's id whose message is ours. */
  aliasOf: string | null;
  /** Ids of assets whose fetching has ended, well or not. */
  settledAssets: readonly string[];
}

/**
 * One message and everything that is said of it, in whatever order that comes: an edit, a reaction, a deletion or a
 * status that overtakes its message waits in the stream and is stated again once the message is there, so whoever
 * folds events may ignore what is said of a message not seen yet.
 */
export const message: Decider<MessageCommand, MessageState, MessageEvent> = {
  initialState: {
    origin: 'none',
    held: null,
    scheduledBy: null,
    sending: 'idle',
    attempt: 0,
    looks: 0,
    status: null,
    retried: null,
    written: null,
    externalId: null,
    recipients: {},
    said: {},
    openedLinks: [],
    aliasOf: null,
    settledAssets: [],
  },

  decide(command, state) {
    // What is said of it belongs to the message itself: whoever sends the command follows the alias.
    if (state.aliasOf) return [];
    switch (command.type) {
      case 'Receive':
      case 'Echo': {
        if (state.origin !== 'none') return [];
        const { externalId, content, context, contactId, conversationId, channelId, providerTime } = command;
        const { identityId } = command;
        const data = {
          subject: contactId,
          personal: { externalId, content, context },
          contentType: content.type,
          ...{ conversationId, channelId, contactId, providerTime },
          ...(identityId && { identityId }),
        };
        const { report: reported, ...rest } = state.said;
        const said = Object.values(rest);
        if (command.type === 'Receive') {
          const { isAutomatic } = command;
          return [{ type: 'MessageReceived', data: { ...data, isAutomatic } }, ...said];
        }
        return [{ type: 'MessageEchoed', data }, ...(reported ? [reported] : []), ...said];
      }
      case 'Queue':
        return queue(state, command);
      case 'Retry':
        return retry(state, command);
      case 'Repeat': {
        if (state.origin !== 'none') return [];
        const { type: _type, ...repeat } = command;
        return [{ type: 'MessageQueued', data: writtenBy(repeat) }];
      }
      case 'Release':
        return release(state, command);
      case 'Withdraw':
        if (state.origin === 'held') return [{ type: 'MessageWithdrawn', data: {} }];
        if (state.origin === 'queued') throw new Rejected('already_sent');
        return [];
      case 'StartSend':
        if (state.origin !== 'queued') throw new NotFound();
        if (state.sending !== 'waiting' || command.attempt !== state.attempt + 1) return [];
        return [{ type: 'MessageSendStarted', data: { attempt: command.attempt } }];
      case 'DeferSend':
        // Whoever asked the provider knows better than somebody who thought that nobody would ever tell.
        if (state.sending !== 'started' && state.sending !== 'unknown') return [];
        // Another message says it by now: to try this one again would say it twice.
        if (state.retried) return [];
        return command.attempt === state.attempt ? [afterRefusal(command)] : [];
      case 'RecordSent': {
        if (!state.written) throw new NotFound();
        if (state.externalId) return [];
        const { externalId, aliasId, refused } = command;
        const personal = { externalId, ...(refused && { refused }) };
        return [
          {
            type: 'MessageSent',
            data: { subject: state.written.contactId, personal, aliasId },
          },
        ];
      }
      case 'RecordDeclined': {
        if (!isForward(state.status, 'declined')) return [];
        const { reason, providerCode, detail, at } = command;
        return [{ type: 'MessageDeclined', data: { reason, providerCode, detail, at } }];
      }
      case 'RecordUnknownOutcome':
        return unknownOutcome(state, command);
      case 'Report':
        return report(state, command);
      case 'ReportRecipient':
        return reportRecipient(state, command);
      case 'Edit': {
        if (state.said.deletion) return [];
        if (state.said.edit && command.at <= state.said.edit.data.at) return [];
        const { content, at } = command;
        const subject = state.written?.contactId ?? command.contactId;
        return [{ type: 'MessageEdited', data: { subject, personal: { content }, at } }];
      }
      case 'Delete':
        return state.said.deletion ? [] : [{ type: 'MessageDeleted', data: { at: command.at } }];
      case 'Move': {
        if (!state.written) throw new NotFound();
        const { from, to, isAlone } = command;
        if (state.written.conversationId === to) return [];
        if (state.written.conversationId !== from) throw new Rejected('message_moved');
        return [{ type: 'MessageMoved', data: { from, to, isAlone } }];
      }
      case 'React': {
        const { by, emoji, at } = command;
        const subject = state.written?.contactId ?? command.contactId;
        const known = state.said[by === 'contact' ? 'contactReaction' : 'userReaction']?.data;
        if (known ? at < known.at || emoji === known.personal?.emoji : emoji === null) return [];
        return [{ type: 'MessageReacted', data: { subject, personal: { emoji }, by, at } }];
      }
      case 'OpenLink':
        return openLink(state, command);
      case 'Alias':
        return [{ type: 'MessageAliased', data: { messageId: command.messageId } }];
      case 'StoreAsset': {
        if (state.settledAssets.includes(command.assetId)) return [];
        const { assetId, path, contentType, size, sha256 } = command;
        return [{ type: 'AssetStored', data: { assetId, path, contentType, size, sha256 } }];
      }
      case 'FailAsset':
        if (state.settledAssets.includes(command.assetId)) return [];
        return [{ type: 'AssetFailed', data: { assetId: command.assetId, reason: command.reason } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MessageReceived':
      case 'MessageEchoed':
      case 'MessageHeld':
      case 'MessageQueued': {
        const { conversationId, channelId, contactId, identityId, personal } = event.data;
        const { content, context } = personal ?? {};
        const written = { conversationId, channelId, contactId, identityId, content, context };
        if (event.type === 'MessageQueued') {
          const { broadcastId } = event.data;
          const sent = { ...written, ...(broadcastId && { broadcastId }) };
          return { ...state, written: sent, held: null, origin: 'queued', sending: 'waiting' };
        }
        if (event.type === 'MessageHeld') {
          const { userId, clientKey, isScheduled } = event.data;
          const scheduledBy = isScheduled ? userId : null;
          return { ...state, written, held: { userId, clientKey, isScheduled }, scheduledBy, origin: 'held' };
        }
        const externalId = event.data.personal?.externalId ?? null;
        return {
          ...state,
          written,
          externalId,
          origin: event.type === 'MessageReceived' ? 'received' : 'echoed',
        };
      }
      case 'MessageWithdrawn':
        return { ...state, held: null, origin: 'withdrawn' };
      case 'MessageRetried':
        return { ...state, retried: event.data };
      case 'MessageSendStarted':
        return { ...state, sending: 'started', attempt: event.data.attempt, looks: 0 };
      case 'MessageSendDeferred':
        return { ...state, sending: 'waiting' };
      case 'MessageSent': {
        const externalId = event.data.personal?.externalId ?? 'erased';
        const refused = event.data.personal?.refused ?? [];
        const recipients = { ...state.recipients };
        for (const { address } of refused) recipients[address.toLowerCase()] = 'failed';
        const status = forward(state.status, 'sent');
        return { ...state, externalId, recipients, sending: 'done', status };
      }
      case 'MessageDeclined':
      case 'MessageAcknowledged':
      case 'MessageDelivered':
      case 'MessageRead':
        return {
          ...state,
          sending: 'done',
          status: forward(state.status, statusOf(event)),
          said: { ...state.said, report: event },
        };
      case 'MessageRecipientReported': {
        const { outcome, personal } = event.data;
        const address = personal?.address ?? '';
        return { ...state, recipients: { ...state.recipients, [address]: outcome } };
      }
      case 'MessageOutcomeUnknown':
        return { ...state, sending: 'unknown', looks: event.data.look?.count ?? 0 };
      case 'MessageEdited':
        return { ...state, said: { ...state.said, edit: event } };
      case 'MessageDeleted':
        return { ...state, said: { ...state.said, deletion: event } };
      case 'MessageMoved':
        if (!state.written) return state;
        return { ...state, written: { ...state.written, conversationId: event.data.to } };
      case 'MessageReacted': {
        const reaction = event.data.by === 'contact' ? 'contactReaction' : 'userReaction';
        return { ...state, said: { ...state.said, [reaction]: event } };
      }
      case 'MessageLinkOpened':
        return { ...state, openedLinks: [...state.openedLinks, linkKey(event.data)] };
      case 'MessageAliased':
        return { ...state, aliasOf: event.data.messageId };
      case 'AssetStored':
      case 'AssetFailed':
        return { ...state, settledAssets: [...state.settledAssets, event.data.assetId] };
    }
  },
};

function queue(state: MessageState, command: Extract<MessageCommand, { type: 'Queue' }>): MessageEvent[] {
  if (state.origin !== 'none') return [];
  const { type: _type, sendContext, hold, ...written } = command;
  requireSendable(sendContext, written.content);
  const data = writtenBy(written);
  if (hold) return [{ type: 'MessageHeld', data: { ...data, ...hold } }];
  return [{ type: 'MessageQueued', data }];
}

/** Nobody knows, or nobody knows yet: then the provider is asked once more. */
function unknownOutcome(
  { sending, attempt, looks }: MessageState,
  { attempt: asked, detail, look, looked }: Extract<MessageCommand, { type: 'RecordUnknownOutcome' }>,
): MessageEvent[] {
  // Whoever was asked about another attempt knows nothing of this one.
  if (asked !== attempt) return [];
  const isNews = sending === 'started' || (sending === 'unknown' && looks > 0 && looked === looks);
  return isNews ? [{ type: 'MessageOutcomeUnknown', data: { detail, ...(look && { look }) } }] : [];
}

/** The first who asks has it said again; asked for twice under one id is once. */
function retry(
  state: MessageState,
  { as, userId, sendContext }: Extract<MessageCommand, { type: 'Retry' }>,
): MessageEvent[] {
  if (state.retried) {
    if (state.retried.as === as) return [];
    throw new Rejected('already_retried');
  }
  const unsent = unsentContent(state);
  if (!unsent) throw new Rejected('not_retryable');
  requireSendable(sendContext, unsent.content);
  return [{ type: 'MessageRetried', data: { as, userId } }];
}

function writtenBy<Keys extends Queued>({ content, context, identityId, ...rest }: Written & Keys) {
  const { contactId: subject } = rest;
  const sender = identityId && { identityId };
  return { subject, personal: { content, context }, contentType: content.type, ...rest, ...sender };
}

/**
 * The rules were asked when it was written: archiving the conversation since is no reason not to send it. A message whose
 * time was chosen may meet a window that has closed since, a blocked contact or a channel that is gone: it fails then,
 * and its writer may send it again.
 */
function release(
  { origin, held, written }: MessageState,
  { content, sendContext, at }: Extract<MessageCommand, { type: 'Release' }>,
): MessageEvent[] {
  if (origin !== 'held' || !held || !written) return [];
  // Erased meanwhile: there is nobody to tell, and nothing.
  if (!written.content || !written.context) return [{ type: 'MessageWithdrawn', data: {} }];
  const { conversationId, channelId, contactId, identityId, context } = written;
  const { clientKey, isScheduled } = held;
  const data = writtenBy({ conversationId, channelId, contactId, identityId, content, context, clientKey });
  const queued: MessageEvent = { type: 'MessageQueued', data };
  const reason = isScheduled ? reasonNotToSend(sendContext, content) : null;
  return reason ? [queued, { type: 'MessageDeclined', data: { reason, at } }] : [queued];
}

/** What a message that was not sent, or perhaps not, says: it may be said again. Null where there is no such message. */
export function unsentContent({ origin, sending, status, written }: MessageState): Sayable | null {
  const isUnsent = origin === 'queued' && (status === 'declined' || sending === 'unknown');
  if (!isUnsent || !written?.content || !written.context) return null;
  return { content: written.content, context: written.context };
}

function report(state: MessageState, command: Extract<MessageCommand, { type: 'Report' }>): MessageEvent[] {
  const { status, at, reason = 'delivery_failure', providerCode, detail } = command;
  if (state.origin === 'received' || !isForward(state.status, status)) return [];
  switch (status) {
    case 'sent':
      return [{ type: 'MessageAcknowledged', data: { at } }];
    case 'delivered':
      return [{ type: 'MessageDelivered', data: { at } }];
    case 'read':
      return [{ type: 'MessageRead', data: { at } }];
    case 'declined':
      return [{ type: 'MessageDeclined', data: { reason, providerCode, detail, at } }];
  }
}

/**
 * The message has failed once it reached none of its recipients, and has arrived once it reached all whom it could. A delay
 * is neither: the server keeps trying.
 */
function reportRecipient(
  state: MessageState,
  { type: _type, address, detail, ...told }: Extract<MessageCommand, { type: 'ReportRecipient' }>,
): MessageEvent[] {
  const { outcome, reason, providerCode, at } = told;
  const all = recipientsOf(state);
  const whole = { type: 'Report', at, reason, providerCode, detail } as const;
  const ofAll = (status: DeliveryStatus) => report(state, { ...whole, status });
  // What nothing is known of, or no longer, has no recipients.
  if (!state.written || all.length === 0) {
    if (outcome === 'delayed') return [];
    return ofAll(outcome === 'failed' ? 'declined' : 'delivered');
  }
  // A server may name somebody as it knows them, to whom one of ours has their mail sent on.
  const named = all.find((one) => one === address?.toLowerCase()) ?? '';
  const who = all.length === 1 ? all[0]! : named;
  const isNews = (one: string) =>
    recipientOutcomes.indexOf(outcome) > recipientOutcomes.indexOf(state.recipients[one]!);
  if (who in state.recipients && !isNews(who)) return [];
  const personal = { address: who, ...(detail && { detail }) };
  const reported: MessageEvent = {
    type: 'MessageRecipientReported',
    data: { subject: state.written.contactId, personal, ...told },
  };
  const { recipients } = evolved(message, state, [reported]);
  const outcomes = all.map((one) => recipients[one]);
  if (outcomes.every((each) => each === 'failed')) return [reported, ...ofAll('declined')];
  const isThere = outcomes.includes('delivered') && outcomes.every((each) => each && each !== 'delayed');
  return isThere ? [reported, ...ofAll('delivered')] : [reported];
}

/** However often it is opened, it was opened once. */
function openLink(
  state: MessageState,
  { index, card }: Extract<MessageCommand, { type: 'OpenLink' }>,
): MessageEvent[] {
  const link = countedLink(state, { index, card });
  if (!link || !state.written) throw new NotFound();
  const { contactId, broadcastId } = state.written;
  const place = { index, ...(card !== null && { card }) };
  if (state.openedLinks.includes(linkKey(place))) return [];
  const data = { contactId, ...(broadcastId && { broadcastId }), button: link.countedAs, ...place };
  return [{ type: 'MessageLinkOpened', data }];
}

function linkKey({ index, card }: { index: number; card?: number }): string {
  return `${card ?? ''}/${index}`;
}

/** The button of a message of ours whose clicks are counted; null where there is none, or its contact was erased. */
export function countedLink(
  { origin, written }: Pick<MessageState, 'origin' | 'written'>,
  { index, card }: { index: number; card: number | null },
): { text: string; countedAs: string } | null {
  const { content } = written ?? {};
  if (origin !== 'queued' || content?.type !== 'template') return null;
  for (const component of content.components ?? []) {
    if (component.type !== 'button' || component.index !== index || (component.card ?? null) !== card)
      continue;
    const { text, countedAs } = component;
    if (countedAs !== undefined) return { text, countedAs };
  }
  return null;
}

/** Addresses to which it goes, in lower case. */
function recipientsOf({ written }: MessageState): string[] {
  if (written?.content?.type !== 'email') return [];
  const { to, cc, bcc } = written.content;
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))];
}

function forward(from: DeliveryStatus | null, to: DeliveryStatus): DeliveryStatus {
  return isForward(from, to) ? to : (from ?? to);
}

/** What waited in the stream of a provider's id, as commands for the message it turned out to be. */
export function overtaken(state: MessageState): MessageCommand[] {
  const { report: reported, edit, deletion, contactReaction, userReaction } = state.said;
  const commands: MessageCommand[] = [];
  if (reported) commands.push({ type: 'Report', status: statusOf(reported), ...reported.data });
  if (edit?.data.personal) {
    const { subject, personal, at } = edit.data;
    commands.push({ type: 'Edit', contactId: subject, content: personal.content, at });
  }
  if (deletion) commands.push({ type: 'Delete', at: deletion.data.at });
  for (const reaction of [contactReaction, userReaction]) {
    if (!reaction?.data.personal) continue;
    const { subject, personal, by, at } = reaction.data;
    commands.push({ type: 'React', contactId: subject, by, emoji: personal.emoji, at });
  }
  return commands;
}
