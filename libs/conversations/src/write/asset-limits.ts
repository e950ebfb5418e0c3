import type { MessageAsset, Platform } from '@parley/contracts/events';

const MB = 1024 * 1024;

/** Bytes a file may have on a platform (spec, section 5). */
export function assetLimit(platform: Platform, contentType: string): number {
  if (platform === 'test') return 64 * MB;
  if (platform !== 'whatsapp') return 5 * MB;
  if (/^(video|audio)\//.test(contentType)) return 16 * MB;
  if (/^(text|application)\//.test(contentType)) return 100 * MB;
  return 5 * MB;
}

/** The largest of all limits: nothing beyond it is read at all. */
export const LARGEST_ASSET = 100 * MB;

/** How a file is shown and sent. */
export function assetCategory(contentType: string): MessageAsset['category'] {
  const kind = contentType.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
