import type { BroadcastContent, DataOf, PlannedRecipient, SkipReason } from '@parley/contracts/events';
import { afterQuiet, instantOf } from '@parley/contracts/rules/wall-time';
import { zoneOfPhone } from './zones';

/** A member of the list whom planning considers. */
export interface Candidate {
  contactId: string;
  phone: string | null;
  /** Reason against sending from the contact's own data; null if there is none. */
  reason: SkipReason | null;
}

/** Remaining limits of the month: messages, and contacts who had no message yet. Null is unlimited. */
export interface Allowance {
  messages: number | null;
  contacts: number | null;
}

export interface Planning {
  content: BroadcastContent;
  start: DataOf<'BroadcastStarted'>;
  /** Candidates to whom a recent message failed because they are not on WhatsApp. */
  unreached: ReadonlySet<string>;
  /** Candidates who had a message this month: they do not count again towards the monthly limit of contacts. */
  counted: ReadonlySet<string>;
}

/**
 * Decides for each candidate, in their order, whether they are skipped or when they get which template. Also returns
 * the remaining allowance. Deterministic: shares and spreading depend only on ids.
 */
export function plan(
  candidates: Candidate[],
  planning: Planning,
  allowance: Allowance,
): { recipients: PlannedRecipient[]; left: Allowance } {
  const left = { ...allowance };
  const skip = ({ contactId }: Candidate, skipped: SkipReason) => ({ contactId, skipped });
  const recipients = candidates.map((candidate): PlannedRecipient => {
    const { contactId, phone, reason } = candidate;
    if (reason) return skip(candidate, reason);
    if (!phone) return skip(candidate, 'no_phone');
    if (planning.unreached.has(contactId)) return skip(candidate, 'not_on_whatsapp');
    if (left.messages !== null && left.messages < 1) return skip(candidate, 'over_message_limit');
    const isNew = !planning.counted.has(contactId);
    if (isNew && left.contacts !== null && left.contacts < 1) return skip(candidate, 'over_contact_limit');
    if (left.messages !== null) left.messages -= 1;
    if (isNew && left.contacts !== null) left.contacts -= 1;
    return { contactId, ...timeOf(contactId, phone, planning), ...variantOf(contactId, planning) };
  });
  return { recipients, left };
}

function timeOf(
  contactId: string,
  phone: string,
  { content: { schedule }, start }: Planning,
): Pick<PlannedRecipient, 'dueAt' | 'zone'> {
  const zone = schedule.zone === 'recipient' ? zoneOfPhone(phone) : null;
  // A time that has already passed in the recipient's zone is due immediately.
  const begin = schedule.at && zone ? instantOf(schedule.at, zone) : Date.parse(start.from);
  const spread = Math.floor(share(contactId, 'time') * schedule.spreadHours * 3_600_000);
  const at = afterQuiet(begin + spread, zone ?? start.timeZone, start.quietHours);
  return { dueAt: new Date(at).toISOString(), ...(zone && { zone }) };
}

function variantOf(
  contactId: string,
  { content: { split }, start: { other } }: Planning,
): Pick<PlannedRecipient, 'variant'> {
  if (!split || !other) return { variant: 'a' };
  const place = share(contactId, 'split') * 100;
  if (place >= split.percent) return {};
  return { variant: place < split.percent / 2 ? 'a' : 'b' };
}

/** Hashes an id to a number from 0 (inclusive) to 1 (exclusive): FNV-1a of its characters. */
function share(id: string, salt: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${salt}/${id}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  // FNV-1a leaves differences of the last characters in few bits; this step spreads them over all bits.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0;
  hash ^= hash >>> 12;
  return (hash >>> 0) / 2 ** 32;
}
