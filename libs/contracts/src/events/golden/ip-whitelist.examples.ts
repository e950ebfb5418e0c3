import type { IpWhitelistEvent } from '../ip-whitelist.events';
import type { Examples } from './examples';
import { assetId } from './ids';

export const ipWhitelistExamples: Examples<IpWhitelistEvent> = {
  IpWhitelistCleared: [{}],
  IpWhitelistEntryAdded: [
    { entryId: assetId, name: 'Office', address: '192.0.2.*' },
    { entryId: assetId, name: 'Home', address: '2001:db8::/48' },
  ],
  IpWhitelistEntryChanged: [{ entryId: assetId, name: 'Office', address: '192.0.2.7' }],
  IpWhitelistEntryRemoved: [{ entryId: assetId }],
};
