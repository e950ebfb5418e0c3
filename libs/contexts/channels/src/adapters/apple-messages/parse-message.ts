import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import type { Inbound, Webhook } from '../adapter';
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
import { mediaIdOf, readAttachment } from './attachment';
import { scopeOf } from './gateway';

/**
 * Reads the only item of a webhook of Apple's gateway. Headers name sender and recipient; most bodies do so as well.
 */
export function parseMessage({ body, headers }: Webhook, receivedAt: string): Inbound[] {
  let message: unknown;
  try {
    message = parseJson(body);
  } catch {
    return [leftOut(body.length === 0 ? 'It is empty.' : 'It is not JSON.')];
  }
  if (!isRecord(message)) return [leftOut('It is not a JSON object.')];
  return [parse(message, headers, receivedAt)];
}

function leftOut(
  reason: string,
  rawKind?: string,
  accountId: string | null = null,
  externalId?: string,
): Inbound {
  return known({ kind: 'unsupported' as const, accountId, rawKind, reason, externalId });
}

function parse(message: Json, headers: Webhook['headers'], receivedAt: string): Inbound {
  const accountId = identifier(headers['destination-id']) ?? identifier(message.destinationId) ?? null;
  const sourceId = identifier(headers['source-id']) ?? identifier(message.sourceId);
  const externalId = identifier(message.id) ?? identifier(headers.id);
  const rawKind = text(message.type, 64) ?? 'message';
  if (rawKind === 'typing_start' || rawKind === 'typing_end') {
    return { kind: 'ignored', accountId, rawKind, reason: 'The contact types, or has stopped.' };
  }
  if (!externalId || !sourceId || !accountId) {
    return leftOut('It does not say who wrote to whom, or has no id.', rawKind, accountId, externalId);
  }
  return known({
    kind: 'message' as const,
    externalId,
    accountId,
    contact: {
      aliases: [{ kind: 'external' as const, scope: scopeOf(accountId), value: sourceId }],
      // Apple sends no name.
      profile: {},
    },
    content: contentOf(rawKind, message, externalId),
    context: {},
    // Apple sends no time.
    providerTime: receivedAt,
    isAutomatic: rawKind === 'close' || undefined,
  });
}

function unsupported(rawKind: string, reason: string): MessageContent {
  return { type: 'unsupported', rawKind, reason };
}

function contentOf(rawKind: string, message: Json, externalId: string): MessageContent {
  switch (rawKind) {
    case 'text': {
      const words = text(text(message.body)?.replaceAll('\ufffc', '').trim());
      const attachments = list(message.attachments).filter(isRecord).slice(0, MAX_ATTACHMENTS);
      const assets = attachments.flatMap((each, index) => assetOf(each, `${externalId}/${index}`) ?? []);
      if (assets.length > 0) return known({ type: 'asset' as const, assets, caption: words });
      if (words) return { type: 'text', text: words };
      const reason = attachments.length > 0 ? 'Apple did not give the file.' : 'There is no text in it.';
      return unsupported(rawKind, reason);
    }
    case 'close':
      return unsupported(
        rawKind,
        'The contact deleted the conversation: nothing reaches them until they write again.',
      );
    case 'interactive':
      return interactiveContent(message);
    default:
      return unsupported(rawKind, text(message.body, 1024) ?? `Apple calls it ${rawKind}.`);
  }
}

const MAX_ATTACHMENTS = 30;

/** Returns what the contact chose, as the text that the contact's own app shows. */
function interactiveContent({ interactiveData, interactiveDataRef }: Json): MessageContent {
  const { data } = record(interactiveData);
  const { replyMessage, listPicker, event, ...more } = record(data);
  const { selectedIdentifier, items } = record(more['quick-reply']);
  const quick = list(items)
    .map(record)
    .find(({ identifier: id }) => id !== undefined && id === selectedIdentifier);
  const reply = record(replyMessage);
  const picked = list(record(listPicker).sections)
    .map(record)
    .flatMap((section) => list(section.items))
    .map((item) => oneLine(record(item).title, 512))
    .filter((title) => title !== undefined);
  const chosen = [
    text(record(quick).title, 1024),
    picked.slice(0, MAX_ATTACHMENTS).join('\n') || undefined,
    oneLine(record(event).title, 512),
    [oneLine(reply.title, 512), oneLine(reply.subtitle, 512)].filter(Boolean).join('\n') || undefined,
  ].find((words) => words !== undefined);
  if (chosen) return { type: 'text', text: chosen };
  const title = oneLine(record(interactiveDataRef).title, 512);
  if (isRecord(interactiveDataRef)) {
    const reason = `An answer that is kept by Apple, encrypted${title ? `: ${title}` : ''}.`;
    return unsupported('interactiveDataRef', reason);
  }
  return unsupported('interactive', 'It does not say what was chosen.');
}

function assetOf(attachment: Json, key: string): MessageAsset | null {
  const where = readAttachment(attachment);
  if (!where) return null;
  const contentType = mediaType(attachment.mimeType);
  return known({
    assetId: assetIdOf(key, where.url),
    mediaId: mediaIdOf(where),
    contentType,
    fileName: harmlessFileName(text(attachment.name, 255)),
    size: number(attachment.size),
    category: categoryOf(contentType),
  });
}

function mediaType(value: unknown): string {
  const type = text(value, 255);
  return type && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(type) ? type : 'application/octet-stream';
}

function categoryOf(contentType: string): MessageAsset['category'] {
  const [family] = contentType.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}
