import { manifest } from '@parley/contracts/channels/bird/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';

/** Calls Bird, only at its own hosts. */
export const ask = askerOf(manifest.api);

/** Builds an address below the workspace. Path parts are escaped, so that an id from outside cannot change the path. */
export function workspaceUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? manifest.api.url!).replace(/(?<!\/)\/+$/, '');
  const path = ['workspaces', connection.businessAccountId ?? '', ...parts];
  return `${base}/${path.map(encodeURIComponent).join('/')}`;
}

export function channelUrl(connection: Connection, ...parts: string[]): string {
  return workspaceUrl(connection, 'channels', connection.providerAccountId ?? '', ...parts);
}

export function authorization(connection: Connection): { authorization: string } {
  return { authorization: `AccessKey ${connection.secrets['access-key'] ?? ''}` };
}
