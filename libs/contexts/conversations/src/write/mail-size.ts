import { LARGEST_EMAIL, sizeInEmail } from '@parley/contracts/rules/email-rules';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/**
 * @param sizes bytes of each file of an e-mail, and of its HTML, before base64 encoding
 * @throws Rejected `file_too_large` if the encoded e-mail exceeds the limit that mail servers accept
 */
export function requireMailSize(sizes: number[]): void {
  if (sizeInEmail(sizes.reduce((sum, size) => sum + size, 0)) <= LARGEST_EMAIL) return;
  throw new Rejected('file_too_large', `at most ${LARGEST_EMAIL} bytes together, as they are sent`);
}
