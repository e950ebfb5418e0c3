import type { EntryAsset } from '@parley/contracts/api/conversations';

/** What is looked at over the thread of a conversation. */
export type Viewing =
  { shows: 'file'; messageId: string; asset: EntryAsset; of: 'chat' | 'contact' } | { shows: 'gallery' };
