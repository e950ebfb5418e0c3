import type { MessageAsset } from '@parley/contracts/events';

/** What a received file is by its media type, where its provider says no more. */
export function categoryOf(contentType: string): MessageAsset['category'] {
  if (contentType.startsWith('image/webp')) return 'sticker';
  const [kind] = contentType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
