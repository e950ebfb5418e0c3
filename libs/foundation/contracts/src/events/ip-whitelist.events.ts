import type { Fact } from './event';
import type { SettingFacts } from './facts';

/**
 * IP addresses from which the organisation's users may use Parley; one stream per organisation. With no entry, any
 * address may.
 */
export type IpWhitelistEvent =
  | Fact<'IpWhitelistEntryAdded', IpWhitelistEntry>
  | Fact<'IpWhitelistEntryChanged', IpWhitelistEntry>
  | Fact<'IpWhitelistEntryRemoved', { entryId: string }>
  | Fact<'IpWhitelistCleared', Record<never, never>>;

interface IpWhitelistEntry {
  entryId: string;
  name: string;
  /** An IPv4 address, with `*` for any of its last two octets, or an IPv6 address or prefix. */
  address: string;
}

export const ipWhitelistFacts: SettingFacts<IpWhitelistEvent, 'ipWhitelist'> = {
  category: 'ipWhitelist',
  isSetting: true,
  upcasters: {
    IpWhitelistEntryAdded: [],
    IpWhitelistEntryChanged: [],
    IpWhitelistEntryRemoved: [],
    IpWhitelistCleared: [],
  },
};
