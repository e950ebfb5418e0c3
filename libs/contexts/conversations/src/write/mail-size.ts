import { MAX_EMAIL_SIZE, sizeInEmail } from '@parley/contracts/rules/email-rules';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/**
 * @param sizes bytes of each file of an e-mail, and of its HTML, before base64 encoding
 * @throws Rejected `file_too_large` if the encoded e-mail exceeds the limit that mail servers accept
 */
export function requireMailSize(sizes: number[]): void {
  if (sizeInEmail(sizes.reduce((sum, size) => sum + size, 0)) <= MAX_EMAIL_SIZE) return;
  throw new Rejected('file_too_large', `at most ${MAX_EMAIL_SIZE} bytes together, as they are sent`);
}
