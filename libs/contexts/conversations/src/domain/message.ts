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
import { commandTo } from '@parley/event-sourcing/decider/command';
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
  /** Id of the channel's sender (number or address); absent for the channel's own account. */
  identityId?: string;
}

/** Data of an outgoing message except its content. */
interface Queued {
  clientKey: string;
  retryOf?: string;
  /** Id of the broadcast to which the message belongs. */
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
  /** A command to the failed message; `as` is the id of the message that repeats it. */
  | { type: 'Retry'; as: string; userId: string; sendContext: SendContext }
  /** A command to the repeating message, after the failed message `retryOf` has recorded its id. */
  | ({ type: 'Repeat'; clientKey: string; retryOf: string; broadcastId?: string } & Written)
  /** Ends the delay of a message; `content` contains the sender's current signature. */
  | { type: 'Release'; content: MessageContent; sendContext: SendContext; at: string }
  | { type: 'Withdraw' }
  | { type: 'StartSend'; attempt: number }
  | ({ type: 'DeferSend' } & Refusal)
  | { type: 'RecordSent'; externalId: string; aliasId: string; refused?: RefusedRecipient[] }
  | { type: 'RecordDeclined'; reason: StatusReason; providerCode?: string; detail?: string; at: string }
  /**
   * `look`: when to ask the provider next whether it has the message; `looked`: number of the look-up that got no
   * answer.
   */
  | { type: 'RecordUnknownOutcome'; attempt: number; detail: string; look?: NextLook; looked?: number }
  | {
      type: 'Report';
      status: DeliveryStatus;
      at: string;
      reason?: StatusReason;
      providerCode?: string;
      detail?: string;
    }
  /** `address`: null if the mail server's report names no recipient. */
  | {
      type: 'ReportRecipient';
      address: string | null;
      outcome: RecipientOutcome;
      reason: StatusReason;
      providerCode?: string;
      detail?: string;
      at: string;
    }
  /**
   * The content belongs to the message's contact, who may have been erased since. `contactId` is used only if the
   * message itself has not arrived yet.
   */
  | { type: 'Edit'; contactId: string; content: MessageContent; at: string }
  | { type: 'Delete'; at: string }
  /** `from`: the conversation in which the moving user saw the message. */
  | { type: 'Move'; from: string; to: string; isAlone: boolean }
  | { type: 'React'; contactId: string; by: 'contact' | 'user'; emoji: string | null; at: string }
  /** A click on a link button; `card` is the index of its card in a carousel, null outside carousels. */
  | { type: 'OpenLink'; index: number; card: number | null }
  | { type: 'Alias'; messageId: string }
  | { type: 'StoreAsset'; assetId: string; path: string; contentType: string; size: number; sha256: string }
  | { type: 'FailAsset'; assetId: string; reason: AssetFailure };

export interface MessageState {
  /** `none` if the stream contains only events that arrived before the message itself. */
  origin: 'none' | 'received' | 'echoed' | 'held' | 'withdrawn' | 'queued';
  /** The sender and the client key while the message is delayed; null otherwise. */
  held: { userId: string; clientKey: string; isScheduled: boolean } | null;
  /** The user who scheduled the message; null if it was sent immediately or after the undo delay. */
  scheduledBy: string | null;
  /**
   * Progress of sending an outgoing message: `idle` before it is queued, `waiting` for a worker or for the next
   * attempt, `started` by a worker, `unknown` if the provider's response is missing, `done` once the outcome is
   * recorded.
   */
  sending: 'idle' | 'waiting' | 'started' | 'unknown' | 'done';
  attempt: number;
  /** Number of the next look-up at the provider; 0 if none is planned. */
  looks: number;
  status: DeliveryStatus | null;
  /** Id of the message that repeats this one, and the user who retried it; null if no user has. */
  retried: DataOf<'MessageRetried'> | null;
  written:
    | (Omit<Written, 'content' | 'context'> &
        Partial<Pick<Written, 'content' | 'context'>> &
        Pick<Queued, 'broadcastId'>)
    | null;
  externalId: string | null;
  /** Last reported outcome by lower-case recipient address; recipients without a report are absent. */
  recipients: Readonly<Record<string, RecipientOutcome>>;
  /** The newest report, edit, deletion and reactions, which may arrive before the message itself. */
  said: Readonly<{
    report?: DeliveryReport;
    edit?: Extract<MessageEvent, { type: 'MessageEdited' }>;
    deletion?: Extract<MessageEvent, { type: 'MessageDeleted' }>;
    contactReaction?: Extract<MessageEvent, { type: 'MessageReacted' }>;
    userReaction?: Extract<MessageEvent, { type: 'MessageReacted' }>;
  }>;
  /** Keys (`linkKey`) of the buttons whose links were opened. */
  openedLinks: readonly string[];
  /**
   * If this stream is only the alias of an own message under the provider's id: the own message's id; null otherwise.
   */
  aliasOf: string | null;
  /** Ids of the message's files that were stored or could not be fetched. */
  settledAssets: readonly string[];
}

/**
 * One message with its edits, reactions, deletion and statuses, which may arrive in any order. An event that arrives
 * before its message waits in the stream and is recorded again after the message, so a projector may ignore events of
 * a message that it has not seen yet.
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
    // An alias records nothing: the caller sends its command to the message itself.
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
        // The result of the worker that called the provider replaces an unknown outcome that another worker recorded.
        if (state.sending !== 'started' && state.sending !== 'unknown') return [];
        // Another message already repeats this one, so sending both would deliver the content twice.
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

  /** Redirects a command from the alias, whose stream is named by the provider's id, to the message. */
  redirect: ({ type }, { aliasOf }) => (type === 'Alias' ? null : aliasOf),
};

/** Addressed by the id of a message, or by that of its alias. */
export class ToMessage extends commandTo(message, 'message') {}

function queue(state: MessageState, command: Extract<MessageCommand, { type: 'Queue' }>): MessageEvent[] {
  if (state.origin !== 'none') return [];
  const { type: _type, sendContext, hold, ...written } = command;
  requireSendable(sendContext, written.content);
  const data = writtenBy(written);
  if (hold) return [{ type: 'MessageHeld', data: { ...data, ...hold } }];
  return [{ type: 'MessageQueued', data }];
}

/** Records that the outcome is unknown: until the next look-up at the provider if `look` is set, else permanently. */
function unknownOutcome(
  { sending, attempt, looks }: MessageState,
  { attempt: asked, detail, look, looked }: Extract<MessageCommand, { type: 'RecordUnknownOutcome' }>,
): MessageEvent[] {
  // The command concerns an earlier attempt.
  if (asked !== attempt) return [];
  const isNews = sending === 'started' || (sending === 'unknown' && looks > 0 && looked === looks);
  return isNews ? [{ type: 'MessageOutcomeUnknown', data: { detail, ...(look && { look }) } }] : [];
}

/**
 * Records the message that is to repeat this one. The first retry wins; the same retry id again is a no-op.
 * @throws Rejected `already_retried` if another retry won; `not_retryable` unless the message failed or its outcome
 * is unknown
 */
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
 * Sends a delayed message. The rules of sending were checked when it was written, so a conversation that was archived
 * since does not stop it. A scheduled message fails if the care window is closed, the contact is blocked or the
 * channel is disconnected by now; its writer may retry it.
 */
function release(
  { origin, held, written }: MessageState,
  { content, sendContext, at }: Extract<MessageCommand, { type: 'Release' }>,
): MessageEvent[] {
  if (origin !== 'held' || !held || !written) return [];
  // The contact was erased during the delay, and with them the content.
  if (!written.content || !written.context) return [{ type: 'MessageWithdrawn', data: {} }];
  const { conversationId, channelId, contactId, identityId, context } = written;
  const { clientKey, isScheduled } = held;
  const data = writtenBy({ conversationId, channelId, contactId, identityId, content, context, clientKey });
  const queued: MessageEvent = { type: 'MessageQueued', data };
  const reason = isScheduled ? reasonNotToSend(sendContext, content) : null;
  return reason ? [queued, { type: 'MessageDeclined', data: { reason, at } }] : [queued];
}

/**
 * Content of a message that failed or whose outcome is unknown, so that it can be sent again.
 * @returns null for any other message, and if the contact was erased
 */
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
 * Records a report on one recipient. The message fails once every recipient has failed, and is delivered once at
 * least one recipient has it and the others have failed. A delay changes neither, because the server keeps trying.
 */
function reportRecipient(
  state: MessageState,
  { type: _type, address, detail, ...told }: Extract<MessageCommand, { type: 'ReportRecipient' }>,
): MessageEvent[] {
  const { outcome, reason, providerCode, at } = told;
  const all = recipientsOf(state);
  const whole = { type: 'Report', at, reason, providerCode, detail } as const;
  const ofAll = (status: DeliveryStatus) => report(state, { ...whole, status });
  // If no recipients are known, the report applies to the whole message.
  if (!state.written || all.length === 0) {
    if (outcome === 'delayed') return [];
    return ofAll(outcome === 'failed' ? 'declined' : 'delivered');
  }
  // If a recipient forwards mail, a server may name the forwarding address; such a report counts for the address ''.
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

/**
 * Records the first click on a link; later clicks are no-ops.
 * @throws NotFound if the button does not exist or its clicks are not counted
 */
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

/**
 * A link button of a sent message.
 * @returns null if its clicks are not counted, if there is no such button, or if the contact was erased
 */
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

/** Lower-case addresses of all recipients of an e-mail; empty for other messages. */
function recipientsOf({ written }: MessageState): string[] {
  if (written?.content?.type !== 'email') return [];
  const { to, cc, bcc } = written.content;
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))];
}

function forward(from: DeliveryStatus | null, to: DeliveryStatus): DeliveryStatus {
  return isForward(from, to) ? to : (from ?? to);
}

/** Commands that apply the events that arrived in the stream of a provider's id to the own message with this id. */
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
