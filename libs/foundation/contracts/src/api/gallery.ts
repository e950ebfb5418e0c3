import type { EntryAsset } from './conversations';

/** A file of a conversation, and the message that it came with. */
export interface GalleryItem {
  messageId: string;
  chatId: string;
  /** ISO 8601: when the message counts as written. */
  time: string;
  direction: 'in' | 'out' | 'none';
  /** The colleague who sent it; null for the contact. */
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
  /** There are older ones that are not among them. */
  isCut: boolean;
}

/** Files of one ZIP file at most, and bytes of them all. */
export const MOST_ZIPPED = 100;
export const LARGEST_ZIP = 250_000_000;
