import { manifest } from '@parley/contracts/channels/messagebird/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';
import { list, number, record, text, type Json } from '../json';

/** Asks MessageBird, at its own hosts alone. */
export const ask = askerOf(manifest.api);

const hosts = {
  sms: manifest.api.url!,
  conversations: 'https://conversations.messagebird.com/v1',
  files: 'https://messaging.messagebird.com/v1',
};

/** An address of one of the APIs. A double serves all of them. */
export function apiUrl(connection: Connection, api: keyof typeof hosts, path: string): string {
  return `${(connection.apiBaseUrl ?? hosts[api]).replace(/(?<!\/)\/+$/, '')}/${path}`;
}

export function authorization(connection: Connection): { authorization: string } {
  return { authorization: `AccessKey ${connection.secrets['access-key'] ?? ''}` };
}

/** Numbers are digits; the channels of the Conversations API have ids of 32 hexadecimal digits. */
export function isSms(account: string): boolean {
  return /^\d{3,17}$/.test(account);
}

/** What MessageBird says went wrong, or null where the body does not say. */
export function errorIn(body: Json): { code: number; detail?: string } | null {
  const [first] = list(body.errors);
  const { code: told, description, parameter } = record(first);
  const code = number(told);
  if (code === undefined) return null;
  const detail = [text(description, 1024), text(parameter, 128)].filter(Boolean).join(': ') || undefined;
  return { code, detail };
}
