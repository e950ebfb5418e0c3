import type { TemplateNews } from '@parley/contracts/channels/templates';
import type { Inbound, InboundNotice, InboundTemplate } from '../adapter';
import { identifier, isRecord, known, list, parseJson, record, text, type Json } from '../json';
import { phoneOfWaId } from '../phone';
import { errorsIn } from './parse-content';
import { parseEcho, parseMessage, personOf, type Delivery } from './parse-message';
import { parseStatus } from './parse-status';
import { categoryOf, qualityOf, reasonOf, statusOf } from './template-components';

/** Known fields about people or groups that Parley ignores. */
const withoutConsequence = ['user_id_update', 'group_participants_update'];

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

/** Parses all entries, changes, messages and statuses of one webhook of WhatsApp's Cloud API. */
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

/**
 * Finds the first person in a webhook, by the number or id that all webhooks about this person share: the sender of a
 * message, the recipient of a status or an echo.
 */
export function partyOf(webhook: unknown): string | undefined {
  for (const entry of list(record(webhook).entry)) {
    for (const change of list(record(entry).changes)) {
      const { messages, statuses, message_echoes: echoes } = record(record(change).value);
      for (const message of list(messages)) {
        const { from, from_user_id: userId } = record(message);
        const party = identifier(from) ?? identifier(userId);
        if (party) return party;
      }
      for (const status of list(statuses)) {
        const { recipient_id: phone, recipient_user_id: userId } = record(status);
        const party = identifier(phone) ?? identifier(userId);
        if (party) return party;
      }
      for (const echo of list(echoes)) {
        const { to, to_user_id: userId } = record(echo);
        const party = identifier(to) ?? identifier(userId);
        if (party) return party;
      }
    }
  }
  return undefined;
}

function parseEntry(entry: Json, receivedAt: string): Inbound[] {
  const changes = list(entry.changes);
  if (changes.length === 0) return [unreadable('There is no change in an entry of it.')];
  const businessAccountId = identifier(entry.id) ?? null;
  return changes.flatMap((change) => parseChange(record(change), businessAccountId, receivedAt));
}

function unreadable(reason: string, rawKind?: string, accountId: string | null = null): Inbound {
  return known({ kind: 'unsupported', accountId, rawKind, reason });
}

function parseChange(change: Json, businessAccountId: string | null, receivedAt: string): Inbound[] {
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
    const template = templateNews(field, value, businessAccountId);
    return [known({ ...notice('template', field, value, accountId), template })];
  }
  if (aboutTheAccount.includes(field)) return [notice('account', field, value, accountId)];
  if (field === 'user_preferences') return parsePreferences(value, accountId);
  if (withoutConsequence.includes(field)) {
    return [{ kind: 'ignored', accountId, rawKind: field, reason: `We do not act on ${field}.` }];
  }
  return [unreadable(`We do not know the field ${field}.`, field, accountId)];
}

/** Parses the field `messages`, which contains messages and statuses, or errors if WhatsApp has a problem. */
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

/**
 * Parses a contact's choice to stop marketing messages or to allow them again, which WhatsApp offers below each of
 * them.
 */
function parsePreferences(value: Json, accountId: string | null): Inbound[] {
  const found = list(value.user_preferences).map((each): Inbound => {
    const preference = record(each);
    const wanted = { stop: false, resume: true }[text(preference.value, 16) ?? ''];
    const keys = { waId: identifier(preference.wa_id), userId: identifier(preference.user_id) };
    const contact = personOf(keys, value.contacts);
    if (preference.category !== 'marketing_messages' || wanted === undefined || !contact)
      return { kind: 'ignored', accountId, rawKind: 'user_preferences', reason: 'It is of no kind we know.' };
    return { kind: 'consent', accountId, contact, isGiven: wanted };
  });
  return found.length > 0
    ? found
    : [unreadable('There is no preference in it.', 'user_preferences', accountId)];
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

/** News about a template in a webhook; undefined if Parley does not use it. */
function templateNews(
  field: string,
  value: Json,
  businessAccountId: string | null,
): InboundTemplate | undefined {
  const language = text(value.message_template_language, 16);
  if (!language) return undefined;
  const news = newsIn(field, value);
  return news && { businessAccountId, language, news };
}

function newsIn(field: string, value: Json): TemplateNews | undefined {
  switch (field) {
    case 'message_template_status_update': {
      const status = statusOf(value.event);
      const told = record(value.rejection_info);
      const words = [text(told.reason, 1024), text(told.recommendation, 1024)].filter(Boolean).join(' ');
      const other = record(value.other_info);
      const advice = words || text(other.description, 1024) || null;
      return status ? { says: 'status', status, reason: reasonOf(value.reason), advice } : undefined;
    }
    case 'message_template_quality_update':
      return { says: 'quality', quality: qualityOf(value.new_quality_score) };
    case 'template_category_update': {
      // Without a new category, the webhook only announces a later change, which is ignored.
      const category = categoryOf(value.new_category);
      return category ? { says: 'category', category } : undefined;
    }
    default:
      return undefined;
  }
}
