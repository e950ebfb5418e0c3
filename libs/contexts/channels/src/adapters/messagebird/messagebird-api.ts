import { manifest } from '@parley/contracts/channels/messagebird/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';
import { list, number, record, text, type Json } from '../json';

/** Calls MessageBird, only at its own hosts. */
export const ask = askerOf(manifest.api);

const hosts = {
  sms: manifest.api.url!,
  conversations: 'https://conversations.messagebird.com/v1',
  files: 'https://messaging.messagebird.com/v1',
};

/** An address of one of the APIs. A fake serves all of them at one address. */
export function apiUrl(connection: Connection, api: keyof typeof hosts, path: string): string {
  return `${(connection.apiBaseUrl ?? hosts[api]).replace(/(?<!\/)\/+$/, '')}/${path}`;
}

export function authorization(connection: Connection): { authorization: string } {
  return { authorization: `AccessKey ${connection.secrets['access-key'] ?? ''}` };
}

/** Whether the account is a phone number: digits only. Channels of the Conversations API have 32 hexadecimal digits. */
export function isSms(account: string): boolean {
  return /^\d{3,17}$/.test(account);
}

/** The error in a response, or null if the body contains none. */
export function errorIn(body: Json): { code: number; detail?: string } | null {
  const [first] = list(body.errors);
  const { code: told, description, parameter } = record(first);
  const code = number(told);
  if (code === undefined) return null;
  const detail = [text(description, 1024), text(parameter, 128)].filter(Boolean).join(': ') || undefined;
  return { code, detail };
}
