import type { Inbound } from '../adapter';
import { identifier, known, list, number, record, text, type Json } from '../json';
import { providerTime } from '../provider-time';
import { reasonOf } from './errors';
import { errorsIn } from './parse-content';
import type { Delivery } from './parse-message';

const statuses = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  // The contact played our voice message.
  ['played', 'read'],
  ['failed', 'declined'],
] as const);

/** Statuses without effect on what Parley shows: the recipient deleted our message. */
const withoutConsequence = ['deleted'];

/** Parses the status of a message that we sent. A status contains the message's id, but not the person's. */
export function parseStatus(status: Json, { accountId, receivedAt }: Omit<Delivery, 'contacts'>): Inbound {
  const externalId = identifier(status.id);
  const rawKind = text(status.status, 64);
  const ours = statuses.get(rawKind as 'sent');
  if (!externalId || !ours) {
    const ignored = externalId && rawKind && withoutConsequence.includes(rawKind);
    return known({
      kind: ignored ? ('ignored' as const) : ('unsupported' as const),
      accountId,
      rawKind,
      reason: externalId ? `The status is ${rawKind ?? 'not named'}.` : 'A status without a message id.',
      externalId,
    });
  }
  return known({
    kind: 'status' as const,
    externalId,
    accountId,
    status: ours,
    ...(ours === 'declined' && failureOf(status)),
    at: providerTime(status.timestamp, receivedAt),
    opaque: identifier(status.biz_opaque_callback_data),
  });
}

function failureOf(status: Json) {
  const detail = errorsIn(status.errors);
  const code = number(record(list(status.errors)[0]).code);
  return known({
    statusReason: reasonOf({ code: code ?? -1, detail }),
    providerCode: code === undefined ? undefined : String(code),
    detail,
  });
}
