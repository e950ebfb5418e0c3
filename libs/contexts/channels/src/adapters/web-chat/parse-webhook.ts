import { clientKey } from '@parley/contracts/api/client-key';
import { visitorMessageKey, visitorScope } from '@parley/contracts/api/web-chat';
import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Inbound, Person } from '../adapter';
import { categoryOf } from '../asset-category';
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
import { e164 } from '../phone';

/** Parses one action of a visitor, as the server's API for visitors recorded it: see `WebChatWebhook`. */
export function parseWebChatWebhook(body: Buffer, receivedAt: string): Inbound[] {
  const webhook = read(body);
  const [visitor, channelId] = [identifier(webhook?.visitor), identifier(webhook?.channelId)];
  if (!webhook || !visitor || !channelId) return [unreadable('It names no visitor.')];
  const contact = {
    aliases: [{ kind: 'external' as const, value: visitor, scope: visitorScope(channelId) }],
    profile: profileOf(record(webhook.profile)),
  };
  return [eventOf(record(webhook.event), { visitor, contact, receivedAt })];
}

/** The visitor that a webhook is about; webhooks about one visitor are handled in order. */
export function visitorIn(body: Buffer): string | undefined {
  return identifier(read(body)?.visitor);
}

function eventOf(
  event: Json,
  { visitor, contact, receivedAt }: { visitor: string; contact: Person; receivedAt: string },
): Inbound {
  const accountId = null;
  switch (event.type) {
    case 'message': {
      const key = typeof event.key === 'string' && clientKey.test(event.key) ? event.key : undefined;
      const content = contentOf(event);
      if (!key || !content) return unreadable('A message without key, text and files.', 'message');
      const externalId = visitorMessageKey(visitor, key);
      const written = { accountId, externalId, contact, content, context: {} };
      return { kind: 'message', ...written, providerTime: receivedAt };
    }
    case 'introduction':
      return { kind: 'introduction', accountId, contact };
    case 'receipt': {
      const { status } = event;
      const until = Date.parse(text(event.until, 64) ?? '');
      if ((status !== 'delivered' && status !== 'read') || Number.isNaN(until)) {
        return unreadable('A receipt without status and time.', 'receipt');
      }
      return { kind: 'watermark', accountId, contact, status, until: new Date(until).toISOString() };
    }
    default:
      return unreadable('It says nothing that we know.', text(event.type, 64));
  }
}

function contentOf(event: Json): MessageContent | undefined {
  const written = text(event.text);
  const assets = list(event.files).flatMap((file) => assetOf(record(file)) ?? []);
  if (assets.length > 0) return known({ type: 'asset' as const, assets, caption: written });
  return written ? { type: 'text', text: written } : undefined;
}

function assetOf(file: Json): MessageAsset | undefined {
  const [assetId, path] = [identifier(file.assetId), identifier(file.path)];
  const contentType = oneLine(file.contentType, 200);
  if (!assetId || !path || !contentType) return undefined;
  const about = { fileName: oneLine(file.fileName), size: number(file.size), sha256: oneLine(file.sha256) };
  return known({ assetId, path, contentType, category: categoryOf(contentType), ...about });
}

function profileOf(profile: Json): Person['profile'] {
  const { name, email, phone } = profile;
  return known({ name: oneLine(name, 200), email: oneLine(email, 254), phone: e164(text(phone, 32)) });
}

function read(body: Buffer): Json | null {
  try {
    const webhook = parseJson(body);
    return isRecord(webhook) ? webhook : null;
  } catch {
    return null;
  }
}

function unreadable(reason: string, rawKind?: string): Inbound {
  return known({ kind: 'unsupported' as const, accountId: null, reason, rawKind });
}
