import { manifest } from '@parley/contracts/channels/bird/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';

/** Asks Bird, at its own hosts alone. */
export const ask = askerOf(manifest.api);

/** An address below the workspace. Parts are escaped, so that an id from outside cannot lead elsewhere. */
export function workspaceUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? manifest.api.url!).replace(/(?<!\/)\/+$/, '');
  const path = ['workspaces', connection.businessAccountId ?? '', ...parts];
  return `${base}/${path.map(encodeURIComponent).join('/')}`;
}

/** An address below the channel. */
export function channelUrl(connection: Connection, ...parts: string[]): string {
  return workspaceUrl(connection, 'channels', connection.providerAccountId ?? '', ...parts);
}

export function authorization(connection: Connection): { authorization: string } {
  return { authorization: `AccessKey ${connection.secrets['access-key'] ?? ''}` };
}
