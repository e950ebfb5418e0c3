import type { BroadcastContent, DataOf, PlannedRecipient, SkipReason } from '@parley/contracts/events';
import { afterQuiet, instantOf } from '@parley/contracts/rules/wall-time';
import { zoneOfPhone } from './zones';

/** Somebody of the list. */
export interface Candidate {
  contactId: string;
  phone: string | null;
  /** What the contact's own record says against it. */
  reason: SkipReason | null;
}

/** How many more messages, and contacts who had none yet, this month takes; null: any number. */
export interface Allowance {
  messages: number | null;
  contacts: number | null;
}

export interface Planning {
  content: BroadcastContent;
  start: DataOf<'BroadcastStarted'>;
  /** Candidates whose last messages found them not on WhatsApp. */
  unreached: ReadonlySet<string>;
  /** Candidates who had a message this month, and so count as no further contact. */
  counted: ReadonlySet<string>;
}

/**
 * What becomes of each candidate, in their order, and what is left of the allowance. The same for the same: shares and
 * spreading follow from ids alone.
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
  // Where that time has passed already, it goes at once.
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

/** A number from 0 up to 1 that follows from an id: FNV-1a of its characters. */
function share(id: string, salt: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${salt}/${id}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  // The last step spreads what differs in the last characters over all bits.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0;
  hash ^= hash >>> 12;
  return (hash >>> 0) / 2 ** 32;
}
