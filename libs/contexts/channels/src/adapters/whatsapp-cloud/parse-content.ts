import type { MessageAsset, MessageContent, SharedContact } from '@parley/contracts/events';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { assetIdOf } from '../asset-id';
import {
  identifier,
  isRecord,
  known,
  list,
  number,
  oneLine,
  record,
  text,
  webAddress,
  type Json,
} from '../json';

type Unsupported = Extract<MessageContent, { type: 'unsupported' }>;

export function unsupported(rawKind: string, reason: string): Unsupported {
  return { type: 'unsupported', rawKind, reason };
}

/**
 * Reads the content of a message, in the field that its `type` names.
 * @param externalId id of the message, from which the ids of its files derive
 */
export function contentOf(message: Json, externalId: string): MessageContent {
  const type = text(message.type, 64) ?? 'unknown';
  const body = record(message[type]);
  switch (type) {
    case 'text':
      return textContent(text(body.body)) ?? unsupported(type, 'There is no text in it.');
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return assetContent(type, body, externalId, errorsIn(message.errors));
    case 'location':
      return locationContent(body);
    case 'contacts':
      return contactsContent(message.contacts);
    case 'button':
      return textContent(text(body.text) ?? text(body.payload)) ?? unsupported(type, 'It names no button.');
    case 'interactive':
      return interactiveContent(body);
    case 'order':
      return orderContent(body);
    case 'system':
      // WhatsApp sends this type in place of a message when a person's number or device changes, which agents should
      // see.
      return unsupported(
        text(body.type, 64) ?? type,
        text(body.body, 1024) ?? 'WhatsApp says no more of it.',
      );
    default:
      return unsupported(
        text(body.type, 64) ?? type,
        errorsIn(message.errors) ?? `WhatsApp calls it ${type}.`,
      );
  }
}

/** The errors in a webhook, one per line; undefined if there are none. */
export function errorsIn(value: unknown): string | undefined {
  const lines = list(value)
    .filter(isRecord)
    .map((error) => {
      const title = text(error.title, 512) ?? text(error.message, 512);
      const details = text(record(error.error_data).details, 1024);
      const parts = [title, details].filter((part, index, all) => part && all.indexOf(part) === index);
      return [text(error.code, 32), parts.join(': ')].filter(Boolean).join(' ');
    })
    .filter((line) => line !== '');
  return lines.length > 0 ? lines.slice(0, 5).join('; ') : undefined;
}

function textContent(value: string | undefined): MessageContent | undefined {
  return value === undefined ? undefined : { type: 'text', text: value };
}

function assetContent(
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker',
  media: Json,
  externalId: string,
  errors: string | undefined,
): MessageContent {
  const mediaId = identifier(media.id);
  const caption = text(media.caption);
  if (!mediaId) {
    const reason = errors ?? 'WhatsApp did not give the file.';
    return unsupported(type, caption ? `${reason} Its caption: ${caption}` : reason);
  }
  const asset: MessageAsset = known({
    assetId: assetIdOf(externalId, mediaId),
    mediaId,
    contentType: mediaType(media.mime_type),
    fileName: harmlessFileName(text(media.filename, 255)),
    sha256: text(media.sha256, 128),
    category: type === 'audio' && media.voice === true ? 'voice' : type,
  });
  return known({ type: 'asset', assets: [asset], caption });
}

/** A media type such as `audio/ogg; codecs=opus`. A recorded sample has its slash escaped twice. */
function mediaType(value: unknown): string {
  const type = text(value, 255)?.replaceAll('\\/', '/');
  return type && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(type) ? type : 'application/octet-stream';
}

function locationContent(body: Json): MessageContent {
  const latitude = number(body.latitude);
  const longitude = number(body.longitude);
  if (latitude === undefined || longitude === undefined || !isOnEarth(latitude, longitude)) {
    return unsupported('location', 'It has no coordinates.');
  }
  const { name, address, url } = body;
  return known({
    type: 'location',
    latitude,
    longitude,
    name: oneLine(name, 1024),
    address: oneLine(address, 1024),
    url: webAddress(url),
  });
}

function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function contactsContent(value: unknown): MessageContent {
  const contacts = list(value).filter(isRecord).slice(0, 257).map(sharedContact);
  return contacts.length > 0
    ? { type: 'contacts', contacts }
    : unsupported('contacts', 'There is no contact in it.');
}

function sharedContact(card: Json): SharedContact {
  const phones = list(card.phones)
    .slice(0, 50)
    .map(record)
    .map((phone) => text(phone.phone, 64) ?? plus(identifier(phone.wa_id)))
    .filter((phone) => phone !== undefined);
  const emails = list(card.emails)
    .slice(0, 50)
    .map((email) => text(record(email).email, 320))
    .filter((email) => email !== undefined);
  return { name: nameOn(card) ?? phones[0] ?? emails[0] ?? '', phones, emails };
}

function plus(waId: string | undefined): string | undefined {
  return waId && `+${waId}`;
}

function nameOn(card: Json): string | undefined {
  const name = record(card.name);
  const parts = [oneLine(name.first_name, 256), oneLine(name.last_name, 256)].filter(Boolean).join(' ');
  const vcard = /^FN[^:\r\n\u2028\u2029]*:(.+)/m.exec(text(card.vcard, 10_000) ?? '')?.[1]?.trim();
  return oneLine(name.formatted_name) ?? (parts || vcard || oneLine(record(card.org).company));
}

/** The contact's choice of a button or list entry, or the answers in a form. */
function interactiveContent(body: Json): MessageContent {
  const type = text(body.type, 64);
  if (!type) return unsupported('interactive', 'It does not say what was chosen.');
  const reply = record(body[type]);
  const chosen = type === 'nfm_reply' ? formAnswers(reply) : (text(reply.title) ?? text(reply.id));
  return textContent(chosen) ?? unsupported(type, 'It does not say what was chosen.');
}

/** The answers of a form, one per line. They arrive as JSON within a string. */
function formAnswers(reply: Json): string | undefined {
  const lines = Object.entries(record(parsed(text(reply.response_json))))
    .filter(([name]) => name !== 'flow_token')
    .map(([name, value]) => [name, list(value).length > 0 ? list(value) : [value]] as const)
    .map(([name, values]) => `${name}: ${values.map((value) => plain(value)).join(', ')}`);
  return text(lines.join('\n')) ?? text(reply.body);
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

function plain(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (text(value, 4096) ?? '');
}

/** An order as text: the contact's own text, then one line per product. */
function orderContent(body: Json): MessageContent {
  const items = list(body.product_items)
    .slice(0, 200)
    .map(record)
    .map((item) => {
      const price = [text(item.item_price, 32), text(item.currency, 8)].filter(Boolean).join(' ');
      const product = `${text(item.quantity, 16) ?? '1'} × ${text(item.product_retailer_id, 256) ?? '?'}`;
      return price ? `${product} (${price})` : product;
    });
  if (items.length === 0) return unsupported('order', 'There is no product in it.');
  return { type: 'text', text: [text(body.text, 4096), ...items].filter(Boolean).join('\n') };
}
