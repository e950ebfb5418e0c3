import { brokenContactRule } from '@parley/contracts/rules/contact-rules';
import { EMAIL_ADDRESS } from '@parley/contracts/rules/email-rules';
import type { EmailAddress } from '@parley/contracts/events/message-content';

const nobody: ReadonlySet<string> = new Set();

/** Removes duplicate addresses; of several names for an address, the last is kept. */
export function distinct(people: EmailAddress[]): EmailAddress[] {
  return [...new Map(people.map((each) => [each.address.toLowerCase(), each] as const)).values()];
}

/**
 * Parses `Ana <ana@x.example>` or a bare address. Text that is no address becomes the address as typed, which the
 * field then marks as invalid.
 */
export function personOf(words: string): EmailAddress {
  const [, written = '', inside] = /^([^<>]*)<([^<>\s]+)>$/.exec(words.trim()) ?? [];
  const name = written.trim().replace(/^"|"$/g, '').trim();
  const address = (inside ?? words).trim();
  if (!EMAIL_ADDRESS.test(address)) return { address: words.trim() };
  return name ? { address, name } : { address };
}

/**
 * Whether an address cannot receive e-mail.
 * @param insiders lower-case addresses of people in the conversation: they have sent e-mails, so they count as valid
 */
export function isWrong({ address }: EmailAddress, insiders: ReadonlySet<string> = nobody): boolean {
  if (!EMAIL_ADDRESS.test(address)) return true;
  return brokenContactRule('email', address) !== null && !insiders.has(address.toLowerCase());
}
