import type { MessageAsset } from '@parley/contracts/events';

/** Derives the category of a received file from its media type, for providers that send no category. */
export function categoryOf(contentType: string): MessageAsset['category'] {
  if (contentType.startsWith('image/webp')) return 'sticker';
  const [kind] = contentType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
