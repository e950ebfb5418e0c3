import type { EntryAsset } from './conversations';

export interface GalleryItem {
  messageId: string;
  chatId: string;
  /** Time of the message, ISO 8601. */
  time: string;
  direction: 'in' | 'out' | 'none';
  /** The user who sent the message; null for the contact. */
  createdById: string | null;
  asset: EntryAsset;
}

export interface GalleryLink {
  messageId: string;
  chatId: string;
  time: string;
  url: string;
}

/** Newest first. */
export interface GalleryResponse {
  items: GalleryItem[];
  links: GalleryLink[];
  /** True: older files or links exist that are not included. */
  isCut: boolean;
}

/** Maximum number of files in a ZIP file, and their maximum total size in bytes. */
export const MAX_ZIPPED = 100;
export const MAX_ZIP_SIZE = 250_000_000;
