import type { EntryAsset } from '@parley/contracts/api/conversations';

export type Viewing =
  { shows: 'file'; messageId: string; asset: EntryAsset; of: 'chat' | 'contact' } | { shows: 'gallery' };
