import type { ChannelSettings, MessageContent } from '@parley/contracts/events';
import { openingAt } from './business-hours';

/** Properties of a contact's message that decide whether the channel replies automatically. */
export interface Occasion {
  /** When the message counts as written, ISO 8601 UTC. */
  writtenAt: string;
  contentType: MessageContent['type'];
  /** Whether a machine, such as an autoresponder, wrote the message. */
  isAutomatic: boolean;
  /** Whether the conversation has no earlier message. */
  isFirst: boolean;
}

export interface AutomaticReply {
  /** Idempotency key within a conversation: a repeated key sends no second message. */
  key: string;
  text: string;
}

export type AutomaticTexts = Pick<
  ChannelSettings,
  'welcomeMessage' | 'outOfOffice' | 'businessHours' | 'closingDates' | 'customerCareWindowLength'
>;

const HOUR = 3_600_000;
/** Age in hours above which a message gets no automatic reply if the channel has no care window. */
const LATE_AFTER_HOURS = 24;

/**
 * The channel's automatic replies in the order of sending: the welcome if the message is the first of its
 * conversation, then the out-of-office message. Messages of machines, and messages that arrive after the care window,
 * get no reply.
 */
export function automaticRepliesTo(occasion: Occasion, texts: AutomaticTexts, now: string): AutomaticReply[] {
  const { writtenAt, contentType, isAutomatic, isFirst } = occasion;
  // Unsupported content is mostly a notice of the provider, such as a changed number, and not written by the contact.
  if (isAutomatic || contentType === 'unsupported') return [];
  const hours = texts.customerCareWindowLength || LATE_AFTER_HOURS;
  if (Date.parse(now) - Date.parse(writtenAt) > hours * HOUR) return [];
  const replies = isFirst ? [{ key: 'welcome', text: texts.welcomeMessage ?? '' }] : [];
  return [...replies, ...outOfOffice(writtenAt, texts, now)].filter(({ text }) => text.trim() !== '');
}

/**
 * The out-of-office message, if the channel was already closed when the contact wrote. Its key names the closed
 * period, so that a contact receives it once per period.
 */
function outOfOffice(writtenAt: string, texts: AutomaticTexts, now: string): AutomaticReply[] {
  const { weekdays, weekends } = texts.outOfOffice;
  if (!weekdays && !weekends) return [];
  const opening = openingAt(texts, now);
  if (opening.isOpen || (opening.since !== null && writtenAt < opening.since)) return [];
  const text = { weekday: weekdays, weekend: weekends, 'closing-date': weekends ?? weekdays }[opening.day];
  return [{ key: `out-of-office/${opening.since ?? 'always'}`, text: text ?? '' }];
}
