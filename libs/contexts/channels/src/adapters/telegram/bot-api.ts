import { manifest } from '@parley/contracts/channels/telegram/manifest';
import type { Alias, Connection } from '../adapter';
import { type Answer, askerOf, bodyOf } from '../http';
import { isRecord, number, record, text, type Json } from '../json';

/** The Bot API that this adapter was written against: 10.1. */
const TELEGRAM_API = manifest.api.url!;

/** Ids of people are the same for all bots. */
export const SCOPE = 'telegram';

export const ask = askerOf(manifest.api);

export const ASK_TIMEOUT_MS = 10_000;
export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

/** What the Bot API says went wrong. */
export interface BotError {
  code: number;
  description: string;
  /** Seconds to wait. */
  retryAfter?: number;
}

/**
 * An address in the Bot API, which holds the token: it is never kept, logged or shown.
 * @returns null for a token that cannot be one
 */
export function botUrl(
  connection: Connection,
  ...[root, ...path]: ['file' | 'method', ...string[]]
): string | null {
  const token = connection.secrets['bot-token'] ?? '';
  if (!/^\d+:[\w-]+$/.test(token)) return null;
  const base = (connection.apiBaseUrl ?? TELEGRAM_API).replace(/(?<!\/)\/+$/, '');
  const escaped = path.flatMap((part) => part.split('/')).map(encodeURIComponent);
  return [base, ...(root === 'file' ? ['file'] : []), `bot${token}`, ...escaped].join('/');
}

/** Calls a method with JSON, or with a form where it has a file. */
export async function call(
  connection: Connection,
  method: string,
  fields: Json | FormData,
  timeoutMs = ASK_TIMEOUT_MS,
): Promise<Answer> {
  const url = botUrl(connection, 'method', method);
  if (url === null) return { arrived: true, response: Response.json(badToken, { status: 401 }) };
  const isForm = fields instanceof FormData;
  const headers: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' };
  const body = isForm ? fields : JSON.stringify(fields);
  return ask(connection, url, { method: 'POST', headers, body }, timeoutMs);
}

/** As Telegram answers to a token that it does not know. */
const badToken = { ok: false, error_code: 401, description: 'Unauthorized' };

/** What a method returned, or what went wrong; null where the answer is not the Bot API's. */
export async function resultOf(response: Response): Promise<{ result: Json } | { error: BotError } | null> {
  const body = await bodyOf(response);
  if (body.ok === true) return { result: record(body.result) };
  const code = number(body.error_code);
  if (code === undefined) return null;
  const parameters = isRecord(body.parameters) ? body.parameters : {};
  const description = text(body.description, 1024) ?? '';
  return { error: { code, description, retryAfter: number(parameters.retry_after) } };
}

/** The chat with somebody, whose id is theirs. */
export function chatIn(to: Alias[]): string | undefined {
  return to.find(({ kind, scope }) => kind === 'external' && scope === SCOPE)?.value;
}
