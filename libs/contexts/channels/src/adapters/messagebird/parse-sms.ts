import type { Inbound } from '../adapter';
import { identifier, known, number, text } from '../json';
import { e164, nameOf } from '../phone';
import { reasonOfReport } from './errors';
import type { Fields } from './fields';

const statuses = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['expired', 'declined'],
  ['delivery_failed', 'declined'],
] as const);

/** Statuses of an SMS that MessageBird has not passed on yet, or whose recipient's phone is unreachable. */
const notYet = ['scheduled', 'buffered', 'accepted', 'pending'];

/** Parses an SMS to a virtual number or to a short code; the latter has other field names. */
export function parseSms(fields: Fields, receivedAt: string): Inbound {
  const externalId = identifier(fields('id') ?? fields('mid'));
  const from = fields('originator');
  const accountId = accountOf(fields('recipient') ?? fields('shortcode'));
  if (!externalId || !from || accountId === null) {
    const reason = 'An SMS that does not say its id, from whom it is, or to which number.';
    return known({ kind: 'unsupported' as const, accountId, rawKind: 'sms', reason, externalId });
  }
  const phone = e164(from);
  const alias = phone ? ({ kind: 'phone', value: phone } as const) : nameOf(from, accountId);
  const said = fields('body') ?? fields('message');
  return {
    kind: 'message',
    externalId,
    accountId,
    contact: { aliases: [alias], profile: known({ phone }) },
    content: said
      ? { type: 'text', text: said }
      : { type: 'unsupported', rawKind: 'sms', reason: 'There is no text in it.' },
    context: {},
    providerTime: timeOf(fields('createddatetime') ?? fields('receive_datetime'), receivedAt),
  };
}

/** Parses the status of an SMS of ours, which contains its recipient and our id, but never the number that sent it. */
export function parseReport(fields: Fields, receivedAt: string): Inbound {
  const externalId = identifier(fields('id'));
  const rawKind = text(fields('status'), 64);
  const ours = statuses.get(rawKind as 'sent');
  if (!externalId || !ours) {
    const kind =
      externalId && notYet.includes(rawKind ?? '') ? ('ignored' as const) : ('unsupported' as const);
    const reason = externalId ? `The status is ${rawKind ?? 'not named'}.` : 'A status without a message id.';
    return known({ kind, accountId: null, rawKind, reason, externalId });
  }
  const code = number(fields('statuserrorcode'));
  const words = text(fields('statusreason'), 512);
  return known({
    kind: 'status' as const,
    externalId,
    accountId: null,
    status: ours,
    statusReason: ours === 'declined' ? reasonOfReport(code, words ?? rawKind) : undefined,
    // The prefix keeps these codes apart from the codes of refused requests, which mean other things.
    providerCode: code ? `report_${code}` : undefined,
    detail: ours === 'declined' ? words : undefined,
    at: timeOf(fields('statusdatetime'), receivedAt),
    opaque: identifier(fields('reference')),
  });
}

/** One of our numbers, without the plus; null if it is malformed. */
function accountOf(value: string | undefined): string | null {
  const digits = value?.replace(/^\+/, '') ?? '';
  return /^\w{3,17}$/.test(digits) ? digits : null;
}

/** Parses a time in RFC 3339, or in UTC as `yyyymmddHHMMSS`; returns `otherwise` if it is neither. */
export function timeOf(value: string | undefined, otherwise: string): string {
  const packed = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value ?? '');
  const iso = packed ? `${packed.slice(1, 4).join('-')}T${packed.slice(4).join(':')}Z` : (value ?? '');
  const time = Date.parse(iso);
  const isPlausible = time > 0 && time < Date.UTC(3000, 0);
  return isPlausible ? new Date(time).toISOString() : otherwise;
}
