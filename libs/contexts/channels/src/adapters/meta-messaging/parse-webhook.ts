import type { Inbound } from '../adapter';
import { identifier, isRecord, known, list, parseJson, record, text, type Json } from '../json';
import type { Surface } from './account';
import { parseEvent } from './parse-event';

/** Parses all entries and events of one webhook of a page or an Instagram account. */
export function parseWebhook(platform: Surface['platform'], body: Buffer, receivedAt: string): Inbound[] {
  let webhook: unknown;
  try {
    webhook = parseJson(body);
  } catch {
    return [leftOut(body.length === 0 ? 'It is empty.' : 'It is not JSON.')];
  }
  if (!isRecord(webhook)) return [leftOut('It is not a JSON object.')];
  const context = { platform, receivedAt };
  // A single event, as tools that replay webhooks post it.
  if (isRecord(webhook.sender) && isRecord(webhook.recipient)) return parseEvent(webhook, context);
  const entries = list(webhook.entry);
  if (entries.length === 0) return [leftOut('There is no entry in it.')];
  return entries.flatMap((entry) => parseEntry(record(entry), context));
}

function leftOut(reason: string, rawKind?: string, accountId: string | null = null): Inbound {
  return known({ kind: 'unsupported' as const, accountId, rawKind, reason });
}

function parseEntry(entry: Json, context: { platform: Surface['platform']; receivedAt: string }): Inbound[] {
  const entryId = identifier(entry.id);
  const found = [
    ...list(entry.messaging).flatMap((event) => parseEvent(record(event), { ...context, entryId })),
    // Another app controls the conversation: its messages are shown, but get no automatic replies.
    ...list(entry.standby).flatMap((event) =>
      parseEvent(record(event), { ...context, entryId, isStandby: true }),
    ),
    ...list(entry.changes).flatMap((change) => parseChange(record(change), { ...context, entryId })),
  ];
  return found.length > 0 ? found : [leftOut('There is no event in an entry of it.', undefined, entryId)];
}

/** Parses a change of the page or account. */
function parseChange(change: Json, context: Parameters<typeof parseEvent>[1]): Inbound[] {
  const field = text(change.field, 64) ?? 'unknown';
  const value = record(change.value);
  // Meta's dashboard posts its test messages in this way.
  if (isRecord(value.sender) && isRecord(value.recipient)) return parseEvent(value, context);
  const accountId = context.entryId ?? null;
  return [{ kind: 'ignored', accountId, rawKind: field, reason: `We do not act on ${field}.` }];
}
