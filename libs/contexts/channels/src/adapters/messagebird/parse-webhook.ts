import type { Inbound, Webhook } from '../adapter';
import { isRecord, known, parseJson, record, text } from '../json';
import { fieldsOf } from './fields';
import { parseConversationEvent } from './parse-conversation';
import { parseReport, parseSms } from './parse-sms';

/**
 * Parses one webhook: an SMS as a form, its delivery report as a query, or an event of the Conversations API as JSON.
 */
export function parseWebhook({ body, query }: Webhook, receivedAt: string): Inbound[] {
  const written = body.toString('utf8').trim();
  if (written.startsWith('{')) return parseEvent(body, receivedAt);
  const fields = fieldsOf(new URLSearchParams(written || query));
  if (fields('status')) return [parseReport(fields, receivedAt)];
  if (fields('originator') ?? fields('mid')) return [parseSms(fields, receivedAt)];
  return [unreadable('It is neither an SMS, nor a delivery report, nor an event.')];
}

export function partyOf(payload: unknown): string | undefined {
  if (payload instanceof URLSearchParams) {
    const fields = fieldsOf(payload);
    return (fields('status') ? fields('recipient') : fields('originator'))?.replace(/^\+/, '');
  }
  const { conversation, contact, message } = record(payload);
  const { from, to, direction } = record(message);
  const phone = text(record(contact).msisdn) ?? text(direction === 'received' ? from : to);
  return phone?.replace(/^\+/, '') ?? text(record(conversation).contactId);
}

function parseEvent(body: Buffer, receivedAt: string): Inbound[] {
  let event: unknown;
  try {
    event = parseJson(body);
  } catch {
    return [unreadable('It is not JSON.')];
  }
  return isRecord(event) ? [parseConversationEvent(event, receivedAt)] : [unreadable('It is no object.')];
}

function unreadable(reason: string): Inbound {
  return known({ kind: 'unsupported' as const, accountId: null, reason });
}
