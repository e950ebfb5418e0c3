import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/** A file that an agent uploaded for a conversation, before it is part of a message. */
export type AssetEvent = Fact<
  'AssetUploaded',
  Personal<{ fileName: string }> & {
    conversationId: string;
    contentType: string;
    size: number;
    sha256: string;
    path: string;
  }
>;

export const assetFacts: Facts<AssetEvent, 'asset'> = {
  category: 'asset',
  upcasters: {
    AssetUploaded: [],
  },
};
