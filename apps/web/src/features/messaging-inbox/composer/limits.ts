import type { Platform } from '@parley/contracts/events/channel.events';

const textLimits: Partial<Record<Platform, number>> = {
  whatsapp: 4096,
  test: 4096,
  telegram: 4096,
  sms: 1530,
  messenger: 20_000,
  direct_messages: 10_000,
};

/** Characters that an outgoing text may have (spec, section 5). */
export function textLimit(platform: Platform): number {
  return textLimits[platform] ?? 1000;
}

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
