import type { AssetEvent } from '../asset.events';
import type { Examples } from './examples';
import { contactId, conversationId } from './ids';

export const assetExamples: Examples<AssetEvent> = {
  AssetUploaded: [
    {
      subject: contactId,
      personal: { fileName: 'bill.pdf' },
      conversationId,
      contentType: 'application/pdf',
      size: 2048,
      sha256: '49f2',
      path: 'ab/abcdef',
    },
  ],
};
