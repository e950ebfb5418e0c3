import type { Inbound, InboundContext, Person } from '../adapter';
import { identifier, isRecord, known, list, oneLine, parseJson, record, text, type Json } from '../json';
import { providerTime } from '../provider-time';
import { SCOPE } from './bot-api';
import { messageKey } from './message-key';
import { contentOf, unsupported } from './parse-content';

/** Parses one update of the Bot API, which contains one item. */
export function parseUpdate(body: Buffer, receivedAt: string): Inbound[] {
  let update: unknown;
  try {
    update = parseJson(body);
  } catch {
    return [leftOut(body.length === 0 ? 'It is empty.' : 'It is not JSON.')];
  }
  if (!isRecord(update)) return [leftOut('It is not a JSON object.')];
  const kinds = Object.keys(update).filter((kind) => kind !== 'update_id');
  if (kinds.length === 0) return [leftOut('There is nothing in it.')];
  const found = update;
  return kinds.map((kind) =>
    parsePart(kind, record(found[kind]), { updateId: identifier(found.update_id), receivedAt }),
  );
}

interface Delivery {
  updateId: string | undefined;
  /** ISO 8601 UTC. */
  receivedAt: string;
}

function parsePart(kind: string, part: Json, delivery: Delivery): Inbound {
  switch (kind) {
    case 'message':
    case 'edited_message':
      return parseMessage(kind, part, delivery);
    case 'callback_query':
      return parseCallback(part, delivery);
    case 'message_reaction':
      return parseReaction(part, delivery);
    case 'my_chat_member':
      return parseMembership(part, delivery);
    default:
      return leftOut(`We do not act on ${kind}.`, kind);
  }
}

function leftOut(reason: string, rawKind?: string, externalId?: string): Inbound {
  return known({ kind: 'unsupported' as const, accountId: null, rawKind, reason, externalId });
}

function parseMessage(kind: 'message' | 'edited_message', message: Json, { receivedAt }: Delivery): Inbound {
  const chat = record(message.chat);
  const externalId = keyOf(chat, message.message_id);
  if (!externalId) return leftOut('A message without an id or a chat.', kind);
  const contact = personIn(chat, record(message.from));
  if (!contact)
    return leftOut(
      `It was written in a ${chatKind(chat)}, not to the bot alone.`,
      chatKind(chat),
      externalId,
    );
  const content = contentOf(message, externalId);
  if (kind === 'edited_message') {
    const at = providerTime(message.edit_date, receivedAt);
    return { kind: 'edit', externalId, accountId: null, contact, by: 'contact', content, at };
  }
  return {
    kind: 'message',
    externalId,
    accountId: null,
    contact,
    content,
    context: contextOf(message, chat),
    providerTime: providerTime(message.date, receivedAt),
  };
}

/** Prefix of the id of a button press, which arrives as a message without an id of its own. */
export const CALLBACK = 'callback_query/';

/** Parses the press of a button under a message: its label counts as the contact's text. */
function parseCallback(query: Json, { receivedAt }: Delivery): Inbound {
  const id = identifier(query.id);
  const message = record(query.message);
  const chat = record(message.chat);
  const from = record(query.from);
  // The message may have been sent through the bot into another chat: then only the person who pressed is known.
  const contact = personIn(isRecord(message.chat) ? chat : { id: from.id }, from);
  if (!id || !contact) return leftOut('A button that does not say who pressed it.', 'callback_query', id);
  const data = text(query.data, 256);
  const label = labelOf(record(message.reply_markup), data) ?? data;
  return {
    kind: 'message',
    externalId: CALLBACK + id,
    accountId: null,
    contact,
    content: label
      ? { type: 'text', text: label }
      : unsupported('callback_query', 'It does not say what was chosen.'),
    context: known({ replyTo: keyOf(chat, message.message_id) }),
    providerTime: receivedAt,
  };
}

function labelOf({ inline_keyboard: rows }: Json, data: string | undefined): string | undefined {
  const buttons = list(rows).flatMap(list).map(record);
  return data === undefined
    ? undefined
    : text(buttons.find(({ callback_data }) => callback_data === data)?.text);
}

function parseReaction(reaction: Json, { receivedAt }: Delivery): Inbound {
  const rawKind = 'message_reaction';
  const chat = record(reaction.chat);
  const externalId = keyOf(chat, reaction.message_id);
  const contact = personIn(chat, record(reaction.user));
  if (!externalId || !contact)
    return leftOut('A reaction that does not say whose it is.', rawKind, externalId);
  const newest = list(reaction.new_reaction).map(record).at(-1);
  const emoji = newest && emojiOf(newest);
  if (newest && !emoji)
    return leftOut('The reaction is a picture of its own.', text(newest.type, 64), externalId);
  const at = providerTime(reaction.date, receivedAt);
  return { kind: 'reaction', externalId, accountId: null, contact, by: 'contact', emoji: emoji ?? null, at };
}

function emojiOf({ type, emoji }: Json): string | undefined {
  return type === 'paid' ? '⭐' : text(emoji, 64);
}

/**
 * Parses an update about the contact's blocking of the bot, which the conversation shows as a message, or about its
 * unblocking.
 */
function parseMembership(update: Json, { updateId, receivedAt }: Delivery): Inbound {
  const rawKind = 'my_chat_member';
  const chat = record(update.chat);
  const contact = personIn(chat, record(update.from));
  if (!contact || !updateId) return leftOut(`The bot’s place in a ${chatKind(chat)} changed.`, rawKind);
  const status = text(record(update.new_chat_member).status, 32);
  if (status !== 'kicked') {
    const reason = `The bot is ${status ?? 'something'} in the chat.`;
    return { kind: 'ignored', accountId: null, rawKind, reason };
  }
  return {
    kind: 'message',
    externalId: `my_chat_member/${updateId}`,
    accountId: null,
    contact,
    content: unsupported(rawKind, 'The contact blocked the bot: nothing reaches them until they unblock it.'),
    context: {},
    providerTime: providerTime(update.date, receivedAt),
    isAutomatic: true,
  };
}

function keyOf(chat: Json, messageId: unknown): string | undefined {
  const [chatId, id] = [identifier(chat.id), identifier(messageId)];
  return chatId && id ? messageKey(chatId, id) : undefined;
}

function chatKind({ type, id }: Json): string {
  return text(type, 32) ?? (identifier(id)?.startsWith('-') ? 'group' : 'chat');
}

/** The person in a chat with the bot: a private chat has their id. Null for a group or a channel. */
function personIn(chat: Json, from: Json): Person | null {
  const id = identifier(chat.id);
  if (!id || !/^\d+$/.test(id) || !['private', 'chat', 'sender'].includes(chatKind(chat))) return null;
  const told = identifier(from.id) === id || !('first_name' in chat) ? from : chat;
  const name = [told.first_name, told.last_name]
    .map((part) => oneLine(part, 256))
    .filter(Boolean)
    .join(' ');
  const username = oneLine(told.username, 128)?.replace(/^@/, '');
  return {
    aliases: [{ kind: 'external', scope: SCOPE, value: id }],
    profile: known({ name: name || undefined, username }),
  };
}

function contextOf(message: Json, chat: Json): InboundContext {
  const isForwarded = isRecord(message.forward_origin) || message.forward_date !== undefined;
  return known({
    replyTo: keyOf(chat, record(message.reply_to_message).message_id),
    forwarded: isForwarded || undefined,
    album: identifier(message.media_group_id),
  });
}
