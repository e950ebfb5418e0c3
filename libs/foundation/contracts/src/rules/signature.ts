import type { Medium } from '../channels/offers';
import { automaticSignatures, type AutomaticSignature } from '../events/channel.events';
import { isTooLong } from './text-limit';

/** Maximum size in bytes of an e-mail signature in UTF-8: 250 KB (spec, section 9). */
export const SIGNATURE_LIMIT = 250 * 1024;

/** Maximum number of mailboxes for which a user can have a separate signature. */
export const MAX_CHANNEL_SIGNATURES = 50;

/** Size in bytes of a signature in UTF-8, as it is sent and stored. */
export function sizeOfSignature(html: string): number {
  return new TextEncoder().encode(html).length;
}

/**
 * Adds the writer's name to a text (spec, section 5): after it, or in bold on a line before it. Returns the text
 * unchanged if there is
 * no name, or if the signed text would be too long to send.
 */
export function signed(
  text: string,
  { name, signature, medium }: { name: string | null; signature: AutomaticSignature; medium: Medium },
): string {
  const called = name?.trim();
  if (!called || signature === 'none') return text;
  // Removes asterisks from the name, which would end the bold formatting.
  const bold = `*${called.replaceAll('*', '')}*`;
  const whole = signature === 'append-agent-name' ? `${text}\n${called}` : `${bold}\n${text}`;
  return isTooLong(medium, whole) ? text : whole;
}

/** A user's own setting takes precedence over the channel's; `as-channel` and null mean no own setting. */
export function signatureOf(own: string | null, channels: AutomaticSignature): AutomaticSignature {
  return automaticSignatures.find((signature) => signature === own) ?? channels;
}
