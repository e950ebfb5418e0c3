import type { IpWhitelistEvent } from '../ip-whitelist.events';
import type { ExamplesOf } from './examples-of';
import { assetId } from './ids';

export const ipWhitelistExamples: ExamplesOf<IpWhitelistEvent> = {
  IpWhitelistCleared: [{}],
  IpWhitelistEntryAdded: [
    { entryId: assetId, name: 'Office', address: '192.0.2.*' },
    { entryId: assetId, name: 'Home', address: '2001:db8::/48' },
  ],
  IpWhitelistEntryChanged: [{ entryId: assetId, name: 'Office', address: '192.0.2.7' }],
  IpWhitelistEntryRemoved: [{ entryId: assetId }],
};
