import type { AssetEvent } from '../asset.events';
import type { ExamplesOf } from './examples-of';
import { contactId, conversationId } from './ids';

export const assetExamples: ExamplesOf<AssetEvent> = {
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
