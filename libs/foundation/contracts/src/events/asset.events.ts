import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/** An agent uploaded a file for a conversation; no message contains the file yet. */
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
