import type { Inbound, InboundNotice } from '../adapter';
import { identifier, isRecord, known, list, parseJson, record, text, type Json } from '../json';
import { phoneOfWaId } from '../phone';
import { errorsIn } from './parse-content';
import { parseEcho, parseMessage, type Delivery } from './parse-message';
import { parseStatus } from './parse-status';

/** Fields about people or groups that we know of and do not act on. */
const withoutConsequence = ['user_preferences', 'user_id_update', 'group_participants_update'];

const aboutTheAccount = [
  'account_alerts',
  'account_review_update',
  'account_settings_update',
  'account_update',
  'business_capability_update',
  'business_username_update',
  'phone_number_name_update',
  'phone_number_quality_update',
  'security',
];

/** Everything in one webhook of WhatsApp's Cloud API: any number of entries, changes, messages and statuses. */
export function parseWebhook(body: Buffer, receivedAt: string): Inbound[] {
  let webhook: unknown;
  try {
    webhook = parseJson(body);
  } catch {
    return [unreadable(body.length === 0 ? 'It is empty.' : 'It is not JSON.')];
  }
  if (!isRecord(webhook)) return [unreadable('It is not a JSON object.')];
  const entries = list(webhook.entry);
  if (entries.length === 0) return [unreadable('There is no entry in it.')];
  return entries.flatMap((entry) => parseEntry(record(entry), receivedAt));
}

function parseEntry(entry: Json, receivedAt: string): Inbound[] {
  const changes = list(entry.changes);
  if (changes.length === 0) return [unreadable('There is no change in an entry of it.')];
  return changes.flatMap((change) => parseChange(record(change), receivedAt));
}

function unreadable(reason: string, rawKind?: string, accountId: string | null = null): Inbound {
  return known({ kind: 'unsupported', accountId, rawKind, reason });
}

function parseChange(change: Json, receivedAt: string): Inbound[] {
  const field = text(change.field, 64) ?? 'unknown';
  const value = record(change.value);
  const metadata = record(value.metadata);
  const accountId = identifier(metadata.phone_number_id) ?? null;
  const ownPhone = phoneOfWaId(identifier(metadata.display_phone_number)?.replace(/\D/g, ''));
  const delivery: Delivery = { accountId, ownPhone, contacts: value.contacts, receivedAt };
  if (field === 'messages' || field === 'smb_message_echoes') {
    return parseTraffic(field, value, delivery);
  }
  if (field.startsWith('message_template_') || field === 'template_category_update') {
    return [notice('template', field, value, accountId)];
  }
  if (aboutTheAccount.includes(field)) return [notice('account', field, value, accountId)];
  if (withoutConsequence.includes(field)) {
    return [{ kind: 'ignored', accountId, rawKind: field, reason: `We do not act on ${field}.` }];
  }
  return [unreadable(`We do not know the field ${field}.`, field, accountId)];
}

/** Messages and statuses share a field, and come with errors in their place when WhatsApp is in trouble. */
function parseTraffic(field: string, value: Json, delivery: Delivery): Inbound[] {
  const errors = errorsIn(value.errors);
  const found = [
    ...list(value.messages).map((message) => parseMessage(record(message), delivery)),
    ...list(value.message_echoes).map((echo) => parseEcho(record(echo), delivery)),
    ...list(value.statuses).map((status) => parseStatus(record(status), delivery)),
    ...(errors ? [unreadable(errors, 'errors', delivery.accountId)] : []),
  ];
  return found.length > 0
    ? found
    : [unreadable('There is no message and no status in it.', field, delivery.accountId)];
}

function notice(
  kind: InboundNotice['kind'],
  field: string,
  value: Json,
  accountId: string | null,
): InboundNotice {
  const event = [value.event, value.new_quality_score, value.new_category, value.decision, value.status]
    .map((candidate) => text(candidate, 128))
    .find((candidate) => candidate !== undefined);
  const name = text(kind === 'template' ? value.message_template_name : value.display_phone_number, 512);
  return known({ kind, accountId, field, event, name });
}
