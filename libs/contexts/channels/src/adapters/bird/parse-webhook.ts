import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import type { Alias, Inbound, Person } from '../adapter';
import { categoryOf } from '../asset-category';
import { assetIdOf } from '../asset-id';
import {
  identifier,
  isRecord,
  known,
  list,
  number,
  oneLine,
  parseJson,
  record,
  text,
  webAddress,
  type Json,
} from '../json';
import { e164 } from '../phone';
import { codeIn, reasonOf } from './errors';

/** Maximum number of files of one message. */
const MAX_FILES = 10;

const statuses = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['sending_failed', 'declined'],
  ['delivery_failed', 'declined'],
  ['rejected', 'declined'],
] as const);

/** Statuses of a message that Bird has not passed on yet, and statuses without effect on what Parley shows. */
const withoutConsequence = ['accepted', 'processing', 'scheduled', 'deleted', 'skipped'];

/** Parses one event: an inbound message, the status of an outbound message, or an interaction of its reader. */
export function parseWebhook(body: Buffer, receivedAt: string): Inbound[] {
  let event: unknown;
  try {
    event = parseJson(body);
  } catch {
    return [unreadable('It is not JSON.')];
  }
  if (!isRecord(event)) return [unreadable('It is not a JSON object.')];
  return [parseEvent(event, receivedAt)];
}

/** Returns the contact's phone number, which all webhooks about messages from or to the contact contain. */
export function partyOf(webhook: unknown): string | undefined {
  const { sender, receiver } = record(record(webhook).payload);
  const contact = record(sender).contact ?? list(record(receiver).contacts)[0];
  return text(record(contact).identifierValue, 64);
}

function unreadable(reason: string): Inbound {
  return { kind: 'unsupported', accountId: null, reason };
}

function parseEvent(event: Json, receivedAt: string): Inbound {
  const rawKind = text(event.event, 64);
  const payload = record(event.payload);
  const accountId = identifier(payload.channelId) ?? null;
  const isInteraction = rawKind?.endsWith('.interaction') ?? false;
  const externalId = identifier(isInteraction ? payload.messageId : payload.id);
  const leftOut = (kind: 'ignored' | 'unsupported', reason: string): Inbound =>
    known({ kind, accountId, rawKind, reason, externalId });
  if (!externalId || accountId === null) return leftOut('unsupported', 'It names no message or no channel.');
  const about = { externalId, accountId };
  if (isInteraction) {
    const type = text(payload.type, 64);
    if (type !== 'read') return leftOut('ignored', `We do not act on ${type ?? 'this interaction'}.`);
    return { kind: 'status', ...about, status: 'read', at: timeOf(payload.createdAt, receivedAt) };
  }
  if (rawKind?.endsWith('.outbound')) return parseStatus(payload, about, receivedAt);
  if (!rawKind?.endsWith('.inbound')) {
    return leftOut('unsupported', `We do not know the event ${rawKind ?? 'without a name'}.`);
  }
  const contact = personOf(payload);
  if (!contact) return leftOut('unsupported', 'A message that does not say whose it is.');
  return {
    ...{ kind: 'message', ...about, contact, content: contentOf(record(payload.body), externalId) },
    context: known({ replyTo: identifier(record(payload.replyTo).id) }),
    providerTime: timeOf(payload.createdAt, receivedAt),
  };
}

function parseStatus(
  payload: Json,
  about: { externalId: string; accountId: string },
  receivedAt: string,
): Inbound {
  const rawKind = text(payload.status, 64);
  const ours = statuses.get(rawKind as 'sent');
  if (!ours) {
    const isIgnored = withoutConsequence.includes(rawKind ?? '');
    const kind = isIgnored ? ('ignored' as const) : ('unsupported' as const);
    return known({ kind, ...about, rawKind, reason: `The status is ${rawKind ?? 'not named'}.` });
  }
  return known({
    kind: 'status' as const,
    ...about,
    status: ours,
    ...(ours === 'declined' && failureOf(payload)),
    at: timeOf(payload.lastStatusAt ?? payload.updatedAt, receivedAt),
    opaque: identifier(payload.reference),
  });
}

function failureOf({ failure: told, reason }: Json) {
  const failure = record(told);
  const source = record(failure.source);
  const detail = text(reason, 1024) ?? text(failure.description, 1024);
  const code = number(failure.code) ?? codeIn(detail);
  const from = { name: text(source.name, 64), code: number(source.code) };
  return known({
    statusReason: reasonOf({ code, source: from }),
    providerCode: code === undefined ? undefined : String(code),
    detail,
  });
}

function personOf({ sender }: Json): Person | null {
  const { id, identifierKey, identifierValue, annotations } = record(record(sender).contact);
  const value = identifier(identifierValue);
  const phone = identifierKey === 'phonenumber' ? e164(value) : undefined;
  const other = value ?? identifier(id);
  const aliases: Alias[] = phone
    ? [{ kind: 'phone', value: phone }]
    : other
      ? [{ kind: 'external', scope: 'bird', value: other }]
      : [];
  if (aliases.length === 0) return null;
  return { aliases, profile: known({ name: oneLine(record(annotations).name), phone }) };
}

function contentOf(body: Json, externalId: string): MessageContent {
  const type = text(body.type, 64) ?? 'unknown';
  const content = record(body[type]);
  switch (type) {
    case 'text':
      return said(text(content.text)) ?? unsupported(type, 'There is no text in it.');
    case 'image':
      return assetContent(type, list(content.images), content, externalId);
    case 'file':
      return assetContent(type, list(content.files), content, externalId);
    case 'location':
      return locationContent(content);
    case 'action':
    case 'postback': {
      const postback = record(content.postback ?? content);
      const chosen = text(postback.text) ?? text(postback.payload);
      return said(chosen) ?? unsupported(type, 'It does not say what was chosen.');
    }
    default:
      return unsupported(type, `Bird calls it ${type}.`);
  }
}

function said(value: string | undefined): MessageContent | undefined {
  return value === undefined ? undefined : { type: 'text', text: value };
}

function unsupported(rawKind: string, reason: string): MessageContent {
  return { type: 'unsupported', rawKind, reason };
}

function assetContent(
  type: 'image' | 'file',
  files: unknown[],
  body: Json,
  externalId: string,
): MessageContent {
  const assets = files.slice(0, MAX_FILES).flatMap((file) => assetOf(type, record(file), externalId));
  const caption = text(body.text);
  if (assets.length > 0) return known({ type: 'asset' as const, assets, caption });
  const reason = 'Bird did not give the file.';
  return unsupported(type, caption ? `${reason} Its caption: ${caption}` : reason);
}

function assetOf(type: 'image' | 'file', file: Json, externalId: string): MessageAsset[] {
  const mediaId = webAddress(file.mediaUrl);
  if (!mediaId) return [];
  const told = text(file.contentType, 255);
  const isType = told !== undefined && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(told);
  const contentType = isType ? told : type === 'image' ? 'image/jpeg' : 'application/octet-stream';
  const fileName = harmlessFileName(text(file.filename, 255));
  const category = categoryOf(contentType);
  return [known({ assetId: assetIdOf(externalId, mediaId), mediaId, contentType, fileName, category })];
}

function locationContent({ coordinates, location }: Json): MessageContent {
  const place = record(coordinates);
  const [latitude, longitude] = [number(place.latitude), number(place.longitude)];
  if (
    latitude === undefined ||
    longitude === undefined ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
  ) {
    return unsupported('location', 'It has no coordinates.');
  }
  const { label, address } = record(location);
  return known({
    ...{ type: 'location' as const, latitude, longitude },
    ...{ name: oneLine(label, 1024), address: oneLine(address, 1024) },
  });
}

function timeOf(value: unknown, otherwise: string): string {
  const time = Date.parse(text(value, 64) ?? '');
  return time > 0 && time < Date.UTC(3000, 0) ? new Date(time).toISOString() : otherwise;
}
