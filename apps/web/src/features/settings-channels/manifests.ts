import type { ChannelManifest } from '@parley/contracts/channels/manifest';
import type { Provider } from '@parley/contracts/channels/offers';

/**
 * Manifests of all providers, from folders with the providers' names. Only the channel settings load them; the inbox
 * needs only the smaller offers.
 */
const found = import.meta.glob<ChannelManifest>(
  '../../../../../libs/foundation/contracts/src/channels/*/manifest.ts',
  {
    eager: true,
    import: 'manifest',
  },
);

const manifests = new Map(
  Object.entries(found).map(([path, manifest]) => [path.split('/').at(-2) as Provider, manifest]),
);

export function manifestOf(provider: Provider): ChannelManifest {
  return manifests.get(provider)!;
}
