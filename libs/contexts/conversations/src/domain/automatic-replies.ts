import type { ChannelSettings, MessageContent } from '@parley/contracts/events';
import { openingAt } from './business-hours';

/** A message of a contact, as far as it matters to whether the product answers it by itself. */
export interface Occasion {
  /** When it counts as written, ISO 8601 UTC. */
  writtenAt: string;
  contentType: MessageContent['type'];
  /** A machine wrote it. */
  isAutomatic: boolean;
  /** Nobody wrote anything in the conversation before it. */
  isFirst: boolean;
}

export interface AutomaticReply {
  /** The same key in one conversation is the same message, however often it is decided. */
  key: string;
  text: string;
}

export type AutomaticTexts = Pick<
  ChannelSettings,
  'welcomeMessage' | 'outOfOffice' | 'businessHours' | 'closingDates' | 'customerCareWindowLength'
>;

const HOUR = 3_600_000;
/** Where the channel has no care window. */
const LATE_AFTER_HOURS = 24;

/**
 * What a channel answers by itself, in the order in which it is sent: the welcome to whoever starts a conversation,
 * then that nobody is in. Machines are not answered, nor what is told us long after it was written.
 * @param now ISO 8601 UTC
 */
export function automaticRepliesTo(occasion: Occasion, texts: AutomaticTexts, now: string): AutomaticReply[] {
  const { writtenAt, contentType, isAutomatic, isFirst } = occasion;
  // What we cannot show is mostly what nobody wrote: somebody's number changed, a message vanished.
  if (isAutomatic || contentType === 'unsupported') return [];
  const hours = texts.customerCareWindowLength || LATE_AFTER_HOURS;
  if (Date.parse(now) - Date.parse(writtenAt) > hours * HOUR) return [];
  const replies = isFirst ? [{ key: 'welcome', text: texts.welcomeMessage ?? '' }] : [];
  return [...replies, ...outOfOffice(writtenAt, texts, now)].filter(({ text }) => text.trim() !== '');
}

/** Nobody is in, and was when it was written: the same closed period is the same message. */
function outOfOffice(writtenAt: string, texts: AutomaticTexts, now: string): AutomaticReply[] {
  const { weekdays, weekends } = texts.outOfOffice;
  if (!weekdays && !weekends) return [];
  const opening = openingAt(texts, now);
  if (opening.isOpen || (opening.since !== null && writtenAt < opening.since)) return [];
  const text = { weekday: weekdays, weekend: weekends, 'closing-date': weekends ?? weekdays }[opening.day];
  return [{ key: `out-of-office/${opening.since ?? 'always'}`, text: text ?? '' }];
}
