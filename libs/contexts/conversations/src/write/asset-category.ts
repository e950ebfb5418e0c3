import type { MessageAsset } from '@parley/contracts/events';

/** The category that determines how a file is displayed and sent. */
export function assetCategory(contentType: string): MessageAsset['category'] {
  const kind = contentType.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
