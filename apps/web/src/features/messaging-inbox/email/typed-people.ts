import { brokenContactRule } from '@parley/contracts/rules/contact-rules';
import { EMAIL_ADDRESS } from '@parley/contracts/rules/email-rules';
import type { EmailAddress } from '@parley/contracts/events/message-content';

const nobody: ReadonlySet<string> = new Set();

/** Each address once, by the name it was given last. */
export function distinct(people: EmailAddress[]): EmailAddress[] {
  return [...new Map(people.map((each) => [each.address.toLowerCase(), each] as const)).values()];
}

/** What was typed or pasted, as `Ana <ana@x.example>` or an address alone. What is no address stays as it was typed. */
export function personOf(words: string): EmailAddress {
  const [, written = '', inside] = /^([^<>]*)<([^<>\s]+)>$/.exec(words.trim()) ?? [];
  const name = written.trim().replace(/^"|"$/g, '').trim();
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
