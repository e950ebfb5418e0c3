import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { EmailAddress } from '@parley/contracts/events/message-content';
import { brokenContactRule } from '@parley/contracts/events/contact-rules';
import { EMAIL_ADDRESS } from '@parley/contracts/events/email-rules';
import { BESIDE_WORDS } from '../../../conversation/composer/draft-words';
import type { Answer } from './answering';
import { mailOf } from './mail';

/** An e-mail that somebody writes. */
export interface MailDraft {
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  html: string;
  /** The e-mail that it answers or passes on; null: it begins a conversation. */
  about: string | null;
  isForward: boolean;
  hasQuote: boolean;
}

export const nothing: MailDraft = {
  ...{ to: [], cc: [], bcc: [], subject: '', html: '' },
  ...{ about: null, isForward: false, hasQuote: true },
};

const nobody: ReadonlySet<string> = new Set();

/** A draft as it is kept: first its words, which lists show, then all of it. */
export function kept(draft: MailDraft, words: string): string {
  return `${words}${BESIDE_WORDS}${JSON.stringify(draft)}}`;
}

/** @returns null for what was kept of something else: its words alone */
export function keptDraft(text: string): MailDraft | null {
  const at = text.indexOf(BESIDE_WORDS);
  if (at < 0) return null;
  try {
    // It is one line: what was put back may stand before what was begun meanwhile.
    const [line = ''] = text.slice(at).trimStart().split('\n', 1);
    const { mail } = JSON.parse(line) as { mail: Partial<MailDraft> };
    return { ...nothing, ...mail };
  } catch {
    return null;
  }
}

/** An answer to an e-mail: to all of its people but us, to its sender alone, or to nobody yet where it is passed on. */
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

export function distinct(people: EmailAddress[]): EmailAddress[] {
  return [...new Map(people.map((each) => [each.address.toLowerCase(), each] as const)).values()];
}

/** What was typed or pasted, as `Ana <ana@x.example>` or an address alone. What is no address stays as it was typed. */
export function personOf(words: string): EmailAddress {
  const [, name = '', inside] = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+)>\s*$/.exec(words) ?? [];
  const address = (inside ?? words).trim();
  if (!EMAIL_ADDRESS.test(address)) return { address: words.trim() };
  return name ? { address, name } : { address };
}

/**
 * Whether nobody can be written to by it.
 * @param insiders lower-case addresses of those in the conversation: they have written by them, whatever they look like
 */
export function isWrong({ address }: EmailAddress, insiders: ReadonlySet<string> = nobody): boolean {
  if (!EMAIL_ADDRESS.test(address)) return true;
  return brokenContactRule('email', address) !== null && !insiders.has(address.toLowerCase());
}

/** HTML as it is sent, signed if there is a signature: pictures that were pasted are named by their files. */
export function htmlToSend(html: string, signature: string | undefined): string {
  const said = html.replace(/<img\b[^>]*\bdata-asset="([\w-]+)"[^>]*>/g, '<img src="cid:$1">');
  return signature ? `${said}<div>${signature}</div>` : said;
}

/** Words that have no looks yet. */
export function htmlOfWords(words: string): string {
  if (words === '') return '';
  const paragraphs = escaped(words).split('\n\n');
  return paragraphs.map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`).join('');
}

/** What is quoted below an answer: of the page that we show, without what shows it. */
export function quotable(html: string): string {
  return html
    .replace(/<details class="quoted"><summary>•••<\/summary>/g, '<div>')
    .replaceAll('</details>', '</div>')
    .replace(/<img\b[^>]*>/g, '')
    .replace(/<span class="elsewhere">[^<]*<\/span>/g, '');
}

export function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Each line of a text as a quote. */
export const quotedLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
