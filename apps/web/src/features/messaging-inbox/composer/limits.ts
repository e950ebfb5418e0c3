import type { Platform } from '@parley/contracts/events/channel.events';

const megabyte = 1_000_000;

/** Bytes that a file may have (spec, section 5). */
export function attachmentLimit(platform: Platform, contentType: string): number {
  if (platform === 'test') return 64 * megabyte;
  if (platform !== 'whatsapp') return 5 * megabyte;
  const [kind] = contentType.split('/');
  if (kind === 'video' || kind === 'audio') return 16 * megabyte;
  if (kind === 'text' || kind === 'application') return 100 * megabyte;
  return 5 * megabyte;
}

/** Files that one send may carry. */
export const MAX_ATTACHMENTS = 10;
