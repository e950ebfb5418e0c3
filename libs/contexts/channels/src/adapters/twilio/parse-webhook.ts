import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Inbound, InboundContext, Person, Webhook } from '../adapter';
import { assetIdOf } from '../asset-id';
import { categoryOf } from '../asset-category';
import { identifier, isRecord, known, number, oneLine, parseJson, text, webAddress } from '../json';
import { e164, nameOf } from '../phone';
import { accountOf, phoneIn } from './address';
import { reasonOf } from './errors';

export type Fields = (name: string) => string | undefined;

/** Twilio's maximum number of files of a message. */
const MAX_FILES = 10;

const statuses = new Map([
  ['sent', 'sent'],
  // Only some parts of a long SMS arrived, so it counts as sent.
  ['partially_delivered', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['undelivered', 'declined'],
  ['failed', 'declined'],
  ['canceled', 'declined'],
] as const);

/** Statuses of a message that Twilio has accepted but not yet passed on. */
const notYet = ['accepted', 'scheduled', 'queued', 'sending'];

/** Parses one message or one status: Twilio posts each separately, as a form. */
export function parseWebhook({ body, query }: Webhook, receivedAt: string): Inbound[] {
  const fields = fieldsOf(body);
  if (!fields) return [unreadable('It is neither a form nor a JSON object.')];
  const externalId = identifier(fields('MessageSid') ?? fields('SmsSid'));
  if (!externalId) return [unreadable('It names no message.', fields('EventType'))];
  const status = fields('MessageStatus') ?? fields('SmsStatus');
  if (status && status !== 'received' && status !== 'receiving') {
    return [parseStatus(status, { externalId, fields, query, receivedAt })];
  }
  return [parseMessage(externalId, fields, receivedAt)];
}

/**
 * The contact that a webhook is about, by the digits of their number: the sender of a message, the recipient of a
 * status.
 */
export function partyOf(payload: unknown): string | undefined {
  const fields = readerOf(payload);
  const status = fields('MessageStatus');
  const isStatus = status && status !== 'received' && status !== 'receiving';
  return phoneIn(fields(isStatus ? 'To' : 'From'))?.replace(/^\+/, '');
}

function fieldsOf(body: Buffer): Fields | null {
  const written = body.toString('utf8').trim();
  if (!written.startsWith('{')) return written ? readerOf(new URLSearchParams(written)) : null;
  try {
    const json = parseJson(body);
    return isRecord(json) ? readerOf(json) : null;
  } catch {
    return null;
  }
}

function readerOf(payload: unknown): Fields {
  if (payload instanceof URLSearchParams) {
    const first = new Map([...payload].reverse());
    return (name) => text(first.get(name));
  }
  const fields = isRecord(payload) ? payload : {};
  return (name) => text(fields[name]);
}

function unreadable(reason: string, rawKind?: string, externalId?: string): Inbound {
  return known({ kind: 'unsupported' as const, accountId: null, rawKind, reason, externalId });
}

function parseStatus(
  status: string,
  {
    externalId,
    fields,
    query,
    receivedAt,
  }: {
    externalId: string;
    fields: Fields;
    query: string;
    receivedAt: string;
  },
): Inbound {
  const accountId = accountOf(fields('From'));
  const rawKind = text(status, 64);
  const ours = statuses.get(status as 'sent');
  if (!ours) {
    const kind = notYet.includes(status) ? ('ignored' as const) : ('unsupported' as const);
    return known({ kind, accountId, rawKind, reason: `The status is ${rawKind ?? ''}.`, externalId });
  }
  const code = number(fields('ErrorCode'));
  return known({
    kind: 'status' as const,
    externalId,
    accountId,
    status: ours,
    statusReason: ours === 'declined' ? reasonOf(code) : undefined,
    providerCode: code ? String(code) : undefined,
    detail: text(fields('ErrorMessage') ?? fields('ChannelStatusMessage'), 1024),
    at: receivedAt,
    // The address for reports that we give to Twilio contains our id.
    opaque: identifier(new URLSearchParams(query).get('message')),
  });
}

function parseMessage(externalId: string, fields: Fields, receivedAt: string): Inbound {
  const accountId = accountOf(fields('To'));
  const contact = personOf(fields, accountId);
  if (!contact || accountId === null) {
    return unreadable('A message that does not say from whom, or to which number.', undefined, externalId);
  }
  const content = contentOf(externalId, fields);
  const context = contextOf(fields);
  return { kind: 'message', externalId, accountId, contact, content, context, providerTime: receivedAt };
}

function personOf(fields: Fields, accountId: string | null): Person | null {
  const from = phoneIn(fields('From'));
  if (!from) return null;
  const phone = e164(from);
  const alias = phone ? ({ kind: 'phone', value: phone } as const) : nameOf(from, accountId ?? '');
  return { aliases: [alias], profile: known({ name: oneLine(fields('ProfileName')), phone }) };
}

function contentOf(externalId: string, fields: Fields): MessageContent {
  const written = fields('Body');
  const assets = assetsOf(externalId, fields);
  if (assets.length > 0) return known({ type: 'asset', assets, caption: written });
  const [latitude, longitude] = [number(fields('Latitude')), number(fields('Longitude'))];
  if (
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  ) {
    const name = oneLine(fields('Label'), 1024);
    const address = oneLine(fields('Address'), 1024);
    return known({ type: 'location', latitude, longitude, name, address });
  }
  const chosen = fields('ButtonText') ?? fields('ListTitle') ?? fields('ButtonPayload') ?? fields('ListId');
  const said = written ?? chosen;
  if (said) return { type: 'text', text: said };
  const rawKind = text(fields('MessageType'), 64) ?? 'unknown';
  return { type: 'unsupported', rawKind, reason: 'There is no text, no file and no place in it.' };
}

function assetsOf(externalId: string, fields: Fields): MessageAsset[] {
  const count = Math.min(number(fields('NumMedia')) ?? 0, MAX_FILES);
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => index).flatMap((index) => {
    const mediaId = webAddress(fields(`MediaUrl${index}`));
    if (!mediaId) return [];
    const contentType = mediaType(fields(`MediaContentType${index}`));
    return [
      { assetId: assetIdOf(externalId, mediaId), mediaId, contentType, category: categoryOf(contentType) },
    ];
  });
}

function mediaType(value: string | undefined): string {
  const type = text(value, 255);
  return type && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(type) ? type : 'application/octet-stream';
}

function contextOf(fields: Fields): InboundContext {
  const referral = known({
    url: webAddress(fields('ReferralSourceUrl')),
    headline: text(fields('ReferralHeadline'), 1024),
    body: text(fields('ReferralBody'), 4096),
  });
  const forwarded = fields('Forwarded') === 'true' || fields('FrequentlyForwarded') === 'true';
  return known({
    replyTo: identifier(fields('OriginalRepliedMessageSid')),
    forwarded: forwarded || undefined,
    referral: Object.keys(referral).length > 0 ? referral : undefined,
  });
}
