import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Inbound, InboundLeftOut, Person } from '../adapter';
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
  type Json,
} from '../json';
import { providerTime } from '../provider-time';
import { eventsIn } from './envelope';
import { SCOPE } from './x-api';

interface Delivery {
  accountId: string | null;
  users: Json;
  /** ISO 8601 UTC. */
  receivedAt: string;
}

/** Parses all events of one webhook of the X Activity API, or of the older Account Activity API. */
export function parseWebhook(body: Buffer, receivedAt: string): Inbound[] {
  let webhook: unknown;
  try {
    webhook = parseJson(body);
  } catch {
    return [leftOut(body.length === 0 ? 'It is empty.' : 'It is not JSON.')];
  }
  if (!isRecord(webhook)) return [leftOut('It is not a JSON object.')];
  const { accountId, eventType, payload } = eventsIn(webhook);
  const delivery = { accountId, users: record(payload.users), receivedAt };
  if (eventType?.startsWith('chat.')) return [parseEncrypted(eventType, payload, delivery)];
  const found = [
    ...list(payload.direct_message_events).map((event) => parseMessage(record(event), delivery)),
    ...list(payload.direct_message_mark_read_events).map((event) => parseRead(record(event), delivery)),
    ...list(payload.direct_message_indicate_typing_events).map(() => typing(accountId)),
  ];
  if (found.length > 0) return found;
  if (eventType === 'dm.read') return [parseRead(payload, delivery)];
  if (eventType === 'dm.indicate_typing') return [typing(accountId)];
  const rawKind =
    eventType ?? Object.keys(webhook).find((field) => field.endsWith('_events') || field === 'user_event');
  if (rawKind && !rawKind.startsWith('dm.') && !rawKind.startsWith('direct_message')) {
    return [{ kind: 'ignored', accountId, rawKind, reason: `We do not act on ${rawKind}.` }];
  }
  return [leftOut('There is no message in it.', { accountId, rawKind })];
}

function leftOut(reason: string, more: Partial<InboundLeftOut> = {}): InboundLeftOut {
  return known({ kind: 'unsupported' as const, accountId: null, reason, ...more });
}

function typing(accountId: string | null): Inbound {
  return { kind: 'ignored', accountId, rawKind: 'dm.indicate_typing', reason: 'The contact types.' };
}

function parseMessage(event: Json, { accountId, users, receivedAt }: Delivery): Inbound {
  const externalId = identifier(event.id);
  const rawKind = text(event.type, 64);
  const { sender_id, target, message_data } = record(event.message_create);
  const [sender, recipient] = [identifier(sender_id), identifier(record(target).recipient_id)];
  const isOurs = sender !== undefined && sender === accountId;
  const contact = personOf(isOurs ? recipient : sender, users);
  if (!externalId || !contact)
    return leftOut('A message without an id or a person.', { accountId, rawKind, externalId });
  return {
    kind: isOurs ? 'echo' : 'message',
    externalId,
    accountId,
    contact,
    content: contentOf(record(message_data), externalId),
    context: {},
    providerTime: providerTime(event.created_timestamp, receivedAt),
  };
}

/** The contact read all messages up to a time. */
function parseRead(event: Json, { accountId, users, receivedAt }: Delivery): Inbound {
  const contact = personOf(identifier(event.sender_id), users);
  if (!contact) return leftOut('It does not say who read.', { accountId, rawKind: 'dm.read' });
  const until = providerTime(event.created_timestamp, receivedAt);
  return { kind: 'watermark', accountId, contact, status: 'read', until };
}

/** An end-to-end encrypted message: Parley can show only that the contact wrote. */
function parseEncrypted(rawKind: string, payload: Json, { accountId, users, receivedAt }: Delivery): Inbound {
  const externalId = identifier(payload.id) ?? identifier(payload.message_id) ?? identifier(payload.event_id);
  const contact = personOf(identifier(payload.sender_id), users);
  const reason = 'X encrypted it from one end to the other: it can be read in the app of X alone.';
  if (rawKind !== 'chat.received' || !externalId || !contact)
    return leftOut(reason, { accountId, rawKind, externalId });
  return {
    kind: 'message',
    ...{ externalId, accountId, contact, context: {}, isAutomatic: true },
    content: { type: 'unsupported', rawKind, reason },
    providerTime: providerTime(payload.created_timestamp ?? payload.created_at_ms, receivedAt),
  };
}

/** `users` contains people by id; in the X Activity API, each is wrapped in `data`. */
function personOf(id: string | undefined, users: Json): Person | null {
  if (!id) return null;
  const user = Object.hasOwn(users, id) ? record(users[id]) : {};
  const { name, username, screen_name } = isRecord(user.data) ? user.data : user;
  return {
    aliases: [{ kind: 'external', scope: SCOPE, value: id }],
    profile: known({
      name: oneLine(name),
      username: oneLine(username ?? screen_name, 128)?.replace(/^@/, ''),
    }),
  };
}

function contentOf({ text: written, entities, attachment }: Json, externalId: string): MessageContent {
  const media = record(record(attachment).media);
  const asset = assetOf(media, externalId);
  const words = withWholeLinks(text(written), list(record(entities).urls).map(record), text(media.url, 512));
  if (asset) return known({ type: 'asset' as const, assets: [asset], caption: words });
  const rawKind = text(record(attachment).type, 64) ?? 'message_create';
  return words
    ? { type: 'text', text: words }
    : {
        type: 'unsupported',
        rawKind,
        reason: isRecord(attachment) ? `X calls it ${rawKind}.` : 'There is no text in it.',
      };
}

/** Restores the links that X shortened, and removes the link at the end that represents the file. */
function withWholeLinks(
  written: string | undefined,
  urls: Json[],
  fileLink: string | undefined,
): string | undefined {
  let whole = written ?? '';
  for (const { url, expanded_url } of urls.slice(0, 100)) {
    const [short, long] = [text(url, 512), text(expanded_url, 4096)];
    if (short && short !== fileLink && long) whole = whole.replaceAll(short, () => long);
  }
  if (fileLink) whole = whole.replaceAll(fileLink, '');
  return whole.trim() || undefined;
}

function assetOf(media: Json, externalId: string): MessageAsset | null {
  const picture = text(media.media_url_https, 4096);
  const id = identifier(media.id_str) ?? identifier(media.id);
  const film = best(list(record(media.video_info).variants).map(record));
  const mediaId = film ?? picture;
  if (!mediaId || !id) return null;
  const isPng = /\.png\b/i.test(mediaId);
  return {
    assetId: assetIdOf(externalId, id),
    mediaId,
    contentType: film ? 'video/mp4' : isPng ? 'image/png' : 'image/jpeg',
    category: film ? 'video' : 'image',
  };
}

/** The playable variant of a video with the highest bit rate. */
function best(variants: Json[]): string | undefined {
  const playable = variants.filter(({ content_type }) => content_type === 'video/mp4');
  const sorted = playable.sort((a, b) => (number(b.bitrate) ?? 0) - (number(a.bitrate) ?? 0));
  return text(sorted[0]?.url, 4096);
}
