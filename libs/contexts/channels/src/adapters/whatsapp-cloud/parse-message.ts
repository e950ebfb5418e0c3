import type {
  Alias,
  Inbound,
  InboundContext,
  InboundDeletion,
  InboundEdit,
  InboundLeftOut,
  InboundReaction,
  Person,
} from '../adapter';
import { identifier, isRecord, known, list, oneLine, record, text, webAddress, type Json } from '../json';
import { providerTime } from '../provider-time';
import { contentOf } from './parse-content';
import { phoneOfWaId } from '../phone';

/** The account and time at which a message arrived, and the contacts described in the webhook. */
export interface Delivery {
  accountId: string | null;
  /** The account's own number. */
  ownPhone: string | undefined;
  contacts: unknown;
  /** ISO 8601 UTC. */
  receivedAt: string;
}

/** Parses a message that a contact wrote, or a contact's change of an earlier message. */
export function parseMessage(message: Json, delivery: Delivery): Inbound {
  const keys = { waId: identifier(message.from), userId: identifier(message.from_user_id) };
  return parseWritten(message, personOf(keys, delivery.contacts), 'contact', delivery);
}

/** Parses a message that the organisation wrote with the WhatsApp Business app on a phone. */
export function parseEcho(message: Json, delivery: Delivery): Inbound {
  const keys = { waId: identifier(message.to), userId: identifier(message.to_user_id) };
  return parseWritten(message, personOf(keys, delivery.contacts), 'user', delivery);
}

function parseWritten(
  message: Json,
  contact: Person | null,
  by: 'contact' | 'user',
  delivery: Delivery,
): Inbound {
  const { accountId, receivedAt } = delivery;
  const externalId = identifier(message.id);
  const rawKind = text(message.type, 64);
  const leftOut = (kind: InboundLeftOut['kind'], reason: string): InboundLeftOut =>
    known({ kind, accountId, rawKind, reason, externalId });

  if (!externalId) return leftOut('unsupported', 'A message without an id.');
  if (!contact) return leftOut('unsupported', 'A message that does not say whose it is.');
  if (rawKind === 'request_welcome')
    return leftOut('ignored', 'The contact opened the chat and wrote nothing.');

  const at = providerTime(message.timestamp, receivedAt);
  const amendment = parseAmendment(message);
  if (amendment) return { ...amendment, accountId, contact, by, at };
  const written = {
    externalId,
    accountId,
    contact,
    content: contentOf(message, externalId),
    context: contextOf(message),
    providerTime: at,
  };
  if (by === 'user') return { kind: 'echo', ...written };
  const isOurs = contact.profile.phone !== undefined && contact.profile.phone === delivery.ownPhone;
  return known({ kind: 'message' as const, ...written, isAutomatic: isOurs || undefined });
}

type Spoken = 'kind' | 'externalId' | 'content' | 'emoji';
type Amendment =
  | Pick<InboundEdit, Exclude<Spoken, 'emoji'>>
  | Pick<InboundDeletion, 'kind' | 'externalId'>
  | Pick<InboundReaction, 'kind' | 'externalId' | 'emoji'>;

/**
 * A reaction, edit or deletion of an earlier message; null if the message is none of these, or does not name the
 * earlier message.
 */
function parseAmendment(message: Json): Amendment | null {
  switch (message.type) {
    case 'reaction': {
      const { message_id, emoji } = record(message.reaction);
      const externalId = identifier(message_id);
      return externalId ? { kind: 'reaction', externalId, emoji: text(emoji, 64) ?? null } : null;
    }
    case 'edit': {
      const { original_message_id, message: edited } = record(message.edit);
      const externalId = identifier(original_message_id);
      return externalId ? { kind: 'edit', externalId, content: contentOf(record(edited), externalId) } : null;
    }
    case 'revoke': {
      const externalId = identifier(record(message.revoke).original_message_id);
      return externalId ? { kind: 'deletion', externalId } : null;
    }
    default:
      return null;
  }
}

function contextOf(message: Json): InboundContext {
  const { id, forwarded, frequently_forwarded } = record(message.context);
  const { source_url, headline, body } = record(message.referral);
  const referral = known({
    url: webAddress(source_url),
    headline: text(headline, 1024),
    body: text(body, 4096),
  });
  return known({
    replyTo: identifier(id),
    forwarded: forwarded === true || frequently_forwarded === true || undefined,
    referral: Object.keys(referral).length > 0 ? referral : undefined,
  });
}

/** The ids by which a message names a person: phone, business-scoped id, or neither. */
export interface PersonKeys {
  waId: string | undefined;
  userId: string | undefined;
}

/**
 * The person whom a message names by its keys, with the profile in the webhook's `contacts`. A message without keys
 * belongs to the only contact in the webhook.
 * @returns null if no key and no single contact identifies the person
 */
export function personOf(keys: PersonKeys, contacts: unknown): Person | null {
  const card = cardOf(keys, list(contacts).filter(isRecord));
  const waId = keys.waId ?? identifier(card.wa_id);
  const bsuid = keys.userId ?? identifier(card.user_id);
  const phone = phoneOfWaId(waId);
  const aliases: Alias[] = [];
  if (phone) aliases.push({ kind: 'phone', value: phone });
  if (bsuid) aliases.push({ kind: 'bsuid', value: bsuid });
  if (aliases.length === 0 && waId) aliases.push({ kind: 'external', value: waId });
  if (aliases.length === 0) return null;
  const profile = record(card.profile);
  return {
    aliases,
    profile: known({
      name: oneLine(profile.name),
      phone,
      bsuid,
      username: oneLine(profile.username, 128)?.replace(/^@/, ''),
    }),
  };
}

function cardOf({ waId, userId }: PersonKeys, cards: Json[]): Json {
  const [only, second] = cards;
  if (!waId && !userId) return only && !second ? only : {};
  return (
    cards.find(
      (card) => (waId && identifier(card.wa_id) === waId) || (userId && identifier(card.user_id) === userId),
    ) ?? {}
  );
}
