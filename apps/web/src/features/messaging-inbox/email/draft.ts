import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { EmailAddress } from '@parley/contracts/events/message-content';
import { BESIDE_WORDS } from '../../../conversation/composer/draft-words';
import type { Answer } from './answering';
import { mailOf } from './mail';
import { distinct } from './typed-people';

/** An e-mail that is being written. */
export interface MailDraft {
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  html: string;
  /** Id of the e-mail to answer or forward; null if the draft begins a conversation. */
  about: string | null;
  isForward: boolean;
  hasQuote: boolean;
}

export const nothing: MailDraft = {
  ...{ to: [], cc: [], bcc: [], subject: '', html: '' },
  ...{ about: null, isForward: false, hasQuote: true },
};

/** Serialises a draft: first its plain text, which lists show, then all its fields as JSON. */
export function kept(draft: MailDraft, words: string): string {
  return `${words}${BESIDE_WORDS}${JSON.stringify(draft)}}`;
}

/**
 * Parses a stored draft.
 * @returns null for one that is plain text only
 */
export function keptDraft(text: string): MailDraft | null {
  const at = text.indexOf(BESIDE_WORDS);
  if (at < 0) return null;
  try {
    // The JSON is a single line. More text may follow it: an undone message is put back before a draft begun in the
    // meantime.
    const [line = ''] = text.slice(at).trimStart().split('\n', 1);
    const { mail } = JSON.parse(line) as { mail: Partial<MailDraft> };
    return { ...nothing, ...mail };
  } catch {
    return null;
  }
}

/**
 * The draft with which an answer starts: to all people except the organisation, only to the sender, or without
 * recipients for a forward.
 */
export function draftFor(entry: ChatEntry, how: Answer['how'], own: ReadonlySet<string>): MailDraft {
  const mail = mailOf(entry);
  if (!mail) return nothing;
  const others = (people: EmailAddress[]) => people.filter(({ address }) => !own.has(address.toLowerCase()));
  const isOurs = entry.direction === 'out';
  const sender = isOurs || !mail.from ? mail.to : [mail.from];
  const to = how === 'sender' ? sender : distinct(isOurs ? mail.to : [...sender, ...others(mail.to)]);
  const known = new Set(to.map(({ address }) => address.toLowerCase()));
  const cc = others(mail.cc).filter(({ address }) => !known.has(address.toLowerCase()));
  const isForward = how === 'forward';
  return {
    ...nothing,
    to: isForward ? [] : to,
    cc: how === 'all' ? distinct(cc) : [],
    subject: subjectOf(mail.subject, isForward),
    about: entry.id,
    isForward,
  };
}

function subjectOf(subject: string, isForward: boolean): string {
  const plain = subject.replace(/^\s*((re|fw|fwd|aw|wg|rv|antw|tr|sv|vs)\s*(\[\d+\])?:\s*)+/i, '');
  return `${isForward ? 'Fwd' : 'Re'}: ${plain}`;
}
