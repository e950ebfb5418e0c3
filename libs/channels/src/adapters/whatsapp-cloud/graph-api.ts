import { manifest } from '@parley/contracts/channels/whatsapp-cloud/manifest';
import type { Connection } from '../adapter';
import { askerOf } from '../http';
import { isRecord, list, number, record, text, type Json } from '../json';
import type { GraphError } from './errors';

/** The version of Meta's Graph API that this adapter was written against. */
export const GRAPH_VERSION = 'v23.0';

const META_API = manifest.api.url!;

/** Asks Meta, at its own hosts alone. */
export const ask = askerOf(manifest.api);

export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

/** An address in the Graph API. Parts are escaped, so that an id from outside cannot lead elsewhere. */
export function graphUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? META_API).replace(/\/+$/, '');
  return [base, GRAPH_VERSION, ...parts.map(encodeURIComponent)].join('/');
}

export function bearer(connection: Connection): { authorization: string } {
  return { authorization: `Bearer ${connection.secrets['access-token'] ?? ''}` };
}

/** The body of an answer as JSON; an empty object where it is none, or breaks off. */
export async function bodyOf(response: Response): Promise<Json> {
  try {
    return record(JSON.parse(await response.text()));
  } catch {
    return {};
  }
}

/** What the Graph API says went wrong, or null where the body does not say. */
export function errorIn(body: Json): GraphError | null {
  const error = body.error;
  if (!isRecord(error)) return null;
  const code = number(error.code);
  if (code === undefined) return null;
  const title = text(error.error_user_title, 512) ?? text(error.message, 1024);
  const details = text(record(error.error_data).details, 1024) ?? text(error.error_user_msg, 1024);
  const parts = [title, details && title?.includes(details) ? undefined : details].filter(Boolean);
  return { code, detail: parts.join(': ') || undefined };
}

/** The provider's id of the message that an answer to a send names. */
export function messageIdIn(body: Json): string | undefined {
  return text(record(list(body.messages)[0]).id);
}

/** How long an answer asks us to wait. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = number(response.headers.get('retry-after'));
  return seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
}
