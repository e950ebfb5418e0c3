import { manifest } from '@parley/contracts/channels/whatsapp-cloud/manifest';
import type { Connection } from '../adapter';
import { askerOf, type Ask } from '../http';
import { isRecord, list, number, record, text, type Json } from '../json';
import type { NotSent } from '../not-sent';
import type { GraphError } from './errors';

/** The version of Meta's Graph API that this adapter was written against. */
export const GRAPH_VERSION = 'v23.0';

const META_API = manifest.api.url!;

/** Calls Meta, only at its own hosts. */
export const ask = askerOf(manifest.api);

/** The differences between Meta and a partner that carries the same Cloud API: addresses, headers and errors. */
export interface CloudApi {
  ask: Ask;
  headers(connection: Connection): Record<string, string>;
  /** The address of a collection, or of a file by its id. */
  url(connection: Connection, what: 'messages' | 'media' | { mediaId: string }): string;
  /** The address of a file, from the address that Meta's API returned. */
  fileUrl(connection: Connection, told: string): string;
  /** Maps an error that is not in Meta's format to a send result; null if it is unknown. */
  refusal?(response: Response, body: Json): NotSent | null;
}

export const metaApi: CloudApi = {
  ask,
  headers: bearer,
  url: (connection, what) =>
    typeof what === 'string'
      ? graphUrl(connection, connection.providerAccountId ?? '', what)
      : graphUrl(connection, what.mediaId),
  fileUrl: (_, told) => told,
};

export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

/** Builds an address of the Graph API. Path parts are escaped, so that an id from outside cannot change the path. */
export function graphUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? META_API).replace(/(?<!\/)\/+$/, '');
  return [base, GRAPH_VERSION, ...parts.map(encodeURIComponent)].join('/');
}

export function bearer(connection: Connection): { authorization: string } {
  return { authorization: `Bearer ${connection.secrets['access-token'] ?? ''}` };
}

/** The error in a response of the Graph API, or null if the body contains none. */
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

/** The provider's id of a sent message, from the response. */
export function messageIdIn(body: Json): string | undefined {
  return text(record(list(body.messages)[0]).id);
}
