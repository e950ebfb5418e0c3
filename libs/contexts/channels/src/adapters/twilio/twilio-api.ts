import { manifest } from '@parley/contracts/channels/twilio/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';
import { number, text, type Json } from '../json';

/** Calls Twilio, only at its own hosts. */
export const ask = askerOf(manifest.api);

/**
 * Builds an address of the account's API. Path parts are escaped, so that an id from outside cannot change the path.
 */
export function accountUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? manifest.api.url!).replace(/(?<!\/)\/+$/, '');
  const path = ['2010-04-01', 'Accounts', connection.businessAccountId ?? '', ...parts];
  return `${base}/${path.map(encodeURIComponent).join('/')}`;
}

export function basicAuth({ businessAccountId, secrets }: Connection): { authorization: string } {
  const pair = `${businessAccountId ?? ''}:${secrets['auth-token'] ?? ''}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The error in a response, or null if the body contains none. */
export function errorIn(body: Json): { code: number; detail?: string } | null {
  const code = number(body.code);
  return code === undefined ? null : { code, detail: text(body.message, 1024) };
}
