import { manifest } from '@parley/contracts/channels/bird/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';

/** Asks Bird, at its own hosts alone. */
export const ask = askerOf(manifest.api);

/** An address below the channel. Parts are escaped, so that an id from outside cannot lead elsewhere. */
export function channelUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? manifest.api.url!).replace(/\/+$/, '');
  const { businessAccountId, providerAccountId } = connection;
  const path = ['workspaces', businessAccountId ?? '', 'channels', providerAccountId ?? '', ...parts];
  return `${base}/${path.map(encodeURIComponent).join('/')}`;
}

export function authorization(connection: Connection): { authorization: string } {
  return { authorization: `AccessKey ${connection.secrets['access-key'] ?? ''}` };
}
