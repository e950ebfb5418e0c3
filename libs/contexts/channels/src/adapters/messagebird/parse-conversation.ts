import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Alias, Inbound, Person } from '../adapter';
import { categoryOf } from '../asset-category';
import { assetIdOf } from '../asset-id';
import { identifier, known, number, oneLine, record, text, webAddress, type Json } from '../json';
import { e164 } from '../phone';
import { reasonOf } from './errors';
import { timeOf } from './parse-sms';

const statuses = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'declined'],
  ['rejected', 'declined'],
] as const);

/** Parses an event of the Conversations API: a message of a contact, or the status of one of ours. */
export function parseConversationEvent(event: Json, receivedAt: string): Inbound {
  const rawKind = text(event.type, 64);
  const message = record(event.message);
  const accountId = identifier(message.channelId) ?? null;
  const externalId = identifier(message.id);
  const leftOut = (kind: 'ignored' | 'unsupported', reason: string): Inbound =>
    known({ kind, accountId, rawKind, reason, externalId });
  if (rawKind?.startsWith('conversation.')) return leftOut('ignored', 'Conversations are our own.');
  if (rawKind !== 'message.created' && rawKind !== 'message.updated') {
    return leftOut('unsupported', 'It is neither an SMS, nor a delivery report, nor an event that we know.');
  }
  if (!externalId || accountId === null) return leftOut('unsupported', 'It names no message or no channel.');
  if (message.direction !== 'received') return parseStatus(message, { externalId, accountId, receivedAt });
  if (rawKind === 'message.updated') return leftOut('ignored', 'We read the message when it came.');
  const contact = personOf(event, message);
  if (!contact) return leftOut('unsupported', 'A message that does not say whose it is.');
  return {
    kind: 'message',
    externalId,
    accountId,
    contact,
    content: contentOf(message, externalId),
    context: known({ replyTo: identifier(record(message.replyTo).id) }),
    providerTime: timeOf(text(message.createdDatetime), receivedAt),
  };
}

function parseStatus(
  message: Json,
  { externalId, accountId, receivedAt }: { externalId: string; accountId: string; receivedAt: string },
): Inbound {
  const rawKind = text(message.status, 64);
  const ours = statuses.get(rawKind as 'sent');
  if (!ours) {
    const isNotYet = ['accepted', 'pending', 'transmitted', 'deleted'].includes(rawKind ?? '');
    const kind = isNotYet ? ('ignored' as const) : ('unsupported' as const);
    return known({
      kind,
      accountId,
      rawKind,
      reason: `The status is ${rawKind ?? 'not named'}.`,
      externalId,
    });
  }
  const error = record(message.error);
  const code = number(error.code);
  return known({
    kind: 'status' as const,
    externalId,
    accountId,
    status: ours,
    statusReason: ours === 'declined' ? reasonOf(code) : undefined,
    providerCode: code === undefined ? undefined : String(code),
    detail: text(error.description, 1024),
    at: timeOf(text(message.updatedDatetime), receivedAt),
    // Sending puts our id into the source of the message.
    opaque: identifier(record(message.source).reference),
  });
}

/** Identifies a person by phone number, or by MessageBird's contact id if the webhook has no number. */
function personOf({ contact, conversation }: Json, { from }: Json): Person | null {
  const card = record(contact);
  const phone = e164(text(card.msisdn, 32)) ?? e164(text(from, 32));
  const id = identifier(card.id) ?? identifier(record(conversation).contactId);
  const aliases: Alias[] = phone
    ? [{ kind: 'phone', value: phone }]
    : id
      ? [{ kind: 'external', scope: 'messagebird', value: id }]
      : [];
  if (aliases.length === 0) return null;
  const parts = [oneLine(card.firstName, 256), oneLine(card.lastName, 256)].filter(Boolean).join(' ');
  return { aliases, profile: known({ name: oneLine(card.displayName) ?? (parts || undefined), phone }) };
}

function contentOf(message: Json, externalId: string): MessageContent {
  const type = text(message.type, 64) ?? 'unknown';
  const content = record(message.content);
  switch (type) {
    case 'text': {
      const said = text(content.text);
      return said ? { type: 'text', text: said } : unsupported(type, 'There is no text in it.');
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
    case 'whatsappSticker':
      return assetContent(type, record(content[type]), externalId);
    case 'location':
      return locationContent(record(content.location));
    case 'interactive': {
      const { reply } = record(content.interactive);
      const chosen = text(record(reply).text) ?? text(record(reply).id);
      return chosen ? { type: 'text', text: chosen } : unsupported(type, 'It does not say what was chosen.');
    }
    case 'button': {
      const { text: said, payload } = record(content.button);
      const chosen = text(said) ?? text(payload);
      return chosen ? { type: 'text', text: chosen } : unsupported(type, 'It names no button.');
    }
    default:
      return unsupported(type, `MessageBird calls it ${type}.`);
  }
}

function unsupported(rawKind: string, reason: string): MessageContent {
  return { type: 'unsupported', rawKind, reason };
}

const mediaTypes: Record<string, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg',
  whatsappSticker: 'image/webp',
};

/** MessageBird sends a file's address, and usually only its kind instead of its media type. */
function assetContent(type: string, media: Json, externalId: string): MessageContent {
  const mediaId = webAddress(media.url) ?? webAddress(media.link);
  const caption = text(media.caption);
  if (!mediaId) {
    const reason = 'MessageBird did not give the file.';
    return unsupported(type, caption ? `${reason} Its caption: ${caption}` : reason);
  }
  const contentType = text(media.mimeType, 255) ?? mediaTypes[type] ?? 'application/octet-stream';
  const asset: MessageAsset = {
    ...{ assetId: assetIdOf(externalId, mediaId), mediaId, contentType },
    category: type === 'file' ? 'document' : categoryOf(contentType),
  };
  return known({ type: 'asset' as const, assets: [asset], caption });
}

function locationContent({ latitude, longitude }: Json): MessageContent {
  const [lat, lng] = [number(latitude), number(longitude)];
  if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) {
    return unsupported('location', 'It has no coordinates.');
  }
  return { type: 'location', latitude: lat, longitude: lng };
}
