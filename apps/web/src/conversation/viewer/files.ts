import { queryOptions } from '@tanstack/react-query';
import type { EntryAsset } from '@parley/contracts/api/conversations';
import type { GalleryItem } from '@parley/contracts/api/gallery';
import type { Conversations } from '../conversations';

/** How the viewer shows a file; null: the user can only download it. */
export type Shown = 'picture' | 'film' | 'sound' | 'pdf' | 'text' | null;

const TEXTS = /\.(txt|csv|tsv|json|xml|md|log|ini|yaml|yml|html?|svg|css|js|ts|eml|ics|vcf)$/i;

/** Decides by the category and content type that the server determined. HTML and other markup is shown as text. */
export function shownAs({ category, contentType, fileName }: EntryAsset): Shown {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  switch (category) {
    case 'image':
    case 'sticker':
      return type.startsWith('video/') ? 'film' : type === 'image/svg+xml' ? 'text' : 'picture';
    case 'video':
      return 'film';
    case 'audio':
    case 'voice':
      return 'sound';
    default:
      if (type === 'application/pdf') return 'pdf';
      return type.startsWith('text/') || type === 'application/json' || TEXTS.test(fileName ?? '')
        ? 'text'
        : null;
  }
}

/** Whether the gallery lists the file under media instead of files. */
export const isMedia = ({ asset }: GalleryItem) => asset.category !== 'document';

export const keyOf = ({ messageId, asset }: Pick<GalleryItem, 'messageId' | 'asset'>) =>
  `${messageId}/${asset.id}`;

export const galleryQuery = ({ server }: Conversations, id: string, of: 'chat' | 'contact') =>
  queryOptions({
    queryKey: ['gallery', server.name, id, of],
    queryFn: ({ signal }) => server.gallery!(id, of, signal),
    enabled: server.gallery !== undefined,
    // New files may have been sent since the viewer was last open.
    staleTime: 0,
  });

/** Downloads a URL under a file name. */
export function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
