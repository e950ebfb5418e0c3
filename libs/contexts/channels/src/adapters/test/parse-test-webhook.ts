import { testExternalId } from '@parley/contracts/api/test-channel';
import { statusReasons, type MessageContent, type StatusReason } from '@parley/contracts/events';
import type { Alias, Inbound, InboundStatus, Person } from '../adapter';
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

const statuses: InboundStatus['status'][] = ['sent', 'delivered', 'read', 'declined'];

/** Parses all events of one request of the phone page: see `TestChannelWebhook`. */
export function parseTestWebhook(body: Buffer, receivedAt: string): Inbound[] {
  let webhook: unknown;
  try {
    webhook = parseJson(body);
  } catch {
    return [unreadable('It is not JSON.')];
  }
  const events = isRecord(webhook) ? list(webhook.events) : [];
  return events.length > 0
    ? events.map((event) => parseEvent(record(event), receivedAt))
    : [unreadable('There is no event in it.')];
}

/** Whether an event gives its person an invalid phone number. False for a body that is no JSON. */
export function hasInvalidPhone(body: Buffer): boolean {
  let webhook: unknown;
  try {
    webhook = parseJson(body);
  } catch {
    return false;
  }
  const events = isRecord(webhook) ? list(webhook.events) : [];
  return events.some((event) => {
    const { phone } = record(record(event).from);
    return phone !== undefined && !e164(text(phone, 32));
  });
}

function unreadable(reason: string, rawKind?: string): Inbound {
  return known({ kind: 'unsupported', accountId: null, rawKind, reason });
}

function parseEvent(event: Json, receivedAt: string): Inbound {
  const type = text(event.type, 64);
  const at = timeOf(event.time, receivedAt);
  if (type === 'status') return parseStatus(event, at);
  const externalId = identifier(event.id);
  const contact = personOf(record(event.from));
  if (!externalId || !contact) return unreadable('It names no message or no person.', type);
  const amendment = { externalId, accountId: null, contact, by: 'contact' as const, at };
  const content = contentOf(event);
  switch (type) {
    case 'message': {
      const context = known({ replyTo: identifier(event.replyTo) });
      if (!content) return unreadable('A message without text and place.', type);
      const isAutomatic = event.isAutomatic === true || undefined;
      return known({
        kind: 'message' as const,
        ...{ externalId, accountId: null, contact, content, context, providerTime: at, isAutomatic },
      });
    }
    case 'edit':
      if (!content) return unreadable('An edit without text and place.', type);
      return { kind: 'edit', content, ...amendment };
    case 'deletion':
      return { kind: 'deletion', ...amendment };
    case 'reaction':
      return { kind: 'reaction', emoji: text(event.emoji, 64) ?? null, ...amendment };
    default:
      return unreadable(`We do not know the event ${type ?? 'without a type'}.`, type);
  }
}

function parseStatus(event: Json, at: string): Inbound {
  const messageId = identifier(event.messageId);
  const status = statuses.find((name) => name === event.status);
  if (!messageId || !status) return unreadable('It names no message or no status.', 'status');
  return known({
    kind: 'status' as const,
    externalId: testExternalId(messageId),
    accountId: null,
    status,
    statusReason: status === 'declined' ? reasonOf(event.reason) : undefined,
    at,
    opaque: messageId,
  });
}

function reasonOf(value: unknown): StatusReason {
  return statusReasons.find((reason) => reason === value) ?? 'delivery_failure';
}

function personOf(from: Json): Person | null {
  const phone = e164(text(from.phone, 32));
  const id = identifier(from.id);
  const aliases: Alias[] = [];
  if (phone) aliases.push({ kind: 'phone', value: phone });
  if (id) aliases.push({ kind: 'external', value: id });
  return aliases.length > 0 ? { aliases, profile: known({ name: oneLine(from.name), phone }) } : null;
}

function contentOf(event: Json): MessageContent | undefined {
  const written = text(event.text);
  if (written) return { type: 'text', text: written };
  const { latitude, longitude, name, address } = record(event.location);
  const [lat, lng] = [number(latitude), number(longitude)];
  if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined;
  const place = { name: oneLine(name, 1024), address: oneLine(address, 1024) };
  return known({ type: 'location' as const, latitude: lat, longitude: lng, ...place });
}

function timeOf(value: unknown, otherwise: string): string {
  const time = Date.parse(text(value, 64) ?? '');
  return Number.isNaN(time) ? otherwise : new Date(time).toISOString();
}
