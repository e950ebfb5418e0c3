import type { Platform } from './channel.events';

const MB = 1024 * 1024;

/** Bytes a file may have on a platform, by its type (spec, section 5). */
export function assetLimit(platform: Platform, contentType: string): number {
  if (platform === 'test') return 64 * MB;
  if (platform !== 'whatsapp') return 5 * MB;
  if (/^(video|audio)\//.test(contentType)) return 16 * MB;
  if (/^(text|application)\//.test(contentType)) return 100 * MB;
  return 5 * MB;
}

/** The largest of all limits: nothing beyond it is read at all. */
export const LARGEST_ASSET = 100 * MB;

/** Files that one send may carry; each is an entry of its own. */
export const MOST_ATTACHMENTS = 10;
