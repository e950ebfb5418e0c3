import { manifest } from '@parley/contracts/channels/whatsapp-cloud/manifest';
import type { Connection } from '../adapter';
import { askerOf, type Ask } from '../http';
import { isRecord, list, number, record, text, type Json } from '../json';
import type { NotSent } from '../not-sent';
import type { GraphError } from './errors';

/** The version of Meta's Graph API that this adapter was written against. */
export const GRAPH_VERSION = 'v23.0';

const META_API = manifest.api.url!;

/** Asks Meta, at its own hosts alone. */
export const ask = askerOf(manifest.api);

/** Where the bodies of the Cloud API go, and how whoever carries them knows us: Meta itself, or a partner of it. */
export interface CloudApi {
  ask: Ask;
  headers(connection: Connection): Record<string, string>;
  /** The address of a collection or of a file by its id. */
  url(connection: Connection, what: 'messages' | 'media' | { mediaId: string }): string;
  /** Where a file lies, by the address that Meta tells. */
  fileUrl(connection: Connection, told: string): string;
  /** What a refusal means that is not worded as Meta's are; null where it is not known. */
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

/** An address in the Graph API. Parts are escaped, so that an id from outside cannot lead elsewhere. */
export function graphUrl(connection: Connection, ...parts: string[]): string {
  const base = (connection.apiBaseUrl ?? META_API).replace(/(?<!\/)\/+$/, '');
  return [base, GRAPH_VERSION, ...parts.map(encodeURIComponent)].join('/');
}

export function bearer(connection: Connection): { authorization: string } {
  return { authorization: `Bearer ${connection.secrets['access-token'] ?? ''}` };
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
