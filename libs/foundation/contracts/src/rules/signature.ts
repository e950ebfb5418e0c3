import type { Medium } from '../channels/offers';
import { automaticSignatures, type AutomaticSignature } from '../events/channel.events';
import { isTooLong } from './text-limit';

/** Bytes of the signature of e-mails, as UTF-8: 250 KB (spec, section 9). */
export const SIGNATURE_LIMIT = 250 * 1024;

/** Mailboxes for which one may have a signature of their own. */
export const MOST_CHANNEL_SIGNATURES = 50;

/** Bytes of a signature as it is sent and kept. */
export function sizeOfSignature(html: string): number {
  return new TextEncoder().encode(html).length;
}

/**
 * A text with the name of whoever wrote it (spec, section 5): after it, or in bold on a line before it. Nothing is
 * added where there is no name, or where the text with it would be too long to be sent.
 */
export function signed(
  text: string,
  { name, signature, medium }: { name: string | null; signature: AutomaticSignature; medium: Medium },
): string {
  const called = name?.trim();
  if (!called || signature === 'none') return text;
  // The name is no place for marks of our own.
  const bold = `*${called.replaceAll('*', '')}*`;
  const whole = signature === 'append-agent-name' ? `${text}\n${called}` : `${bold}\n${text}`;
  return isTooLong(medium, whole) ? text : whole;
}

/** One's own choice wins over the channel's; one who signs as the channel does has made none. */
export function signatureOf(own: string | null, channels: AutomaticSignature): AutomaticSignature {
  return automaticSignatures.find((signature) => signature === own) ?? channels;
}
